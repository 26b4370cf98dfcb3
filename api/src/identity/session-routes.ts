import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { notFound } from '../http/errors.ts';
import { type Route, route } from '../http/route.ts';
import { executeOnUser } from './accounts.ts';
import { done, sessionsAnswer } from './contract.ts';
import { clearSessionCookies } from './cookies.ts';
import { deviceOf } from './device.ts';
import { DOORS, type Door, OWN_SETTINGS, ownAccount } from './own-account.ts';
import { signOut } from './sign-in.ts';

/** One's own sessions, staff and clients: signing out, the list of them, ending one. */
export function sessionRoutes(deps: Deps): Route[] {
  return DOORS.flatMap((door) => [logoutRoute(deps, door), listRoute(deps, door), revokeRoute(deps, door)]);
}

const logoutRoute = (deps: Deps, { path }: Door) =>
  route({
    method: 'POST',
    path: `${path}/logout`,
    may: 'anyone',
    summary: 'Sign out',
    response: done,
    async handle(request) {
      await signOut(deps, request);
      return { success: true, message: 'You have been successfully logged out.' };
    },
  });

const listRoute = (deps: Deps, { path, may }: Door) =>
  route({
    method: 'GET',
    path: `${path}/sessions`,
    may,
    ofClient: OWN_SETTINGS,
    summary: "One's own open sessions",
    response: sessionsAnswer,
    async handle({ actor, session }) {
      const { ref } = await ownAccount(deps, actor);
      const open = await deps.sessions.openOf(ref.id);
      return {
        sessions: open.map(({ id, user_agent, created_at, last_used_at }) => ({
          id,
          device: deviceOf(user_agent),
          createdAt: new Date(created_at).toISOString(),
          lastUsedAt: new Date(last_used_at).toISOString(),
          current: id === session.id,
        })),
      };
    },
  });

const revokeRoute = (deps: Deps, { path, may }: Door) =>
  route({
    method: 'DELETE',
    path: `${path}/sessions/:id`,
    may,
    ofClient: OWN_SETTINGS,
    summary: "End one of one's own sessions",
    params: z.object({ id: z.uuid() }),
    response: done,
    async handle({ params: { id }, actor, session, ctx, execute }) {
      const { ref } = await ownAccount(deps, actor);
      const open = await deps.sessions.openOf(ref.id);
      if (!open.some((each) => each.id === id)) throw notFound();
      await deps.sessions.end(id, 'revoked');
      await executeOnUser(execute, ref, { type: 'revoke_session', session_id: id }, actor);
      if (id === session.id) clearSessionCookies(ctx);
      return { success: true, message: 'The session has been ended.' };
    },
  });
