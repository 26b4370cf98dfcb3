import { z } from 'zod';
import { notFound } from '../../platform/errors.ts';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { ACCOUNT_KINDS, type AccountKind, ownAccount } from '../account/own-account.ts';
import type { IdentityPorts } from '../ports.ts';
import { executeOnUser } from '../users/load-account.ts';
import { sessionsResponse } from './contract.ts';
import { clearSessionCookies } from './cookies.ts';
import { describeDevice } from './describe-device.ts';
import { signOut } from './sign-in.ts';

/** Routes for the caller's own sessions: sign out, list, revoke. */
export function sessionRoutes(ports: IdentityPorts): Route[] {
  return ACCOUNT_KINDS.flatMap((kind) => [
    logoutRoute(ports, kind),
    listRoute(ports, kind),
    revokeRoute(ports, kind),
    revokeOthersRoute(ports, kind),
  ]);
}

const logoutRoute = (ports: IdentityPorts, { path }: AccountKind) =>
  route.post(`${path}/logout`, {
    may: 'anyone',
    summary: 'Sign out',
    response: messageResponse,
    async handle(request) {
      await signOut(ports, request);
      return { success: true, message: 'You have been successfully logged out.' };
    },
  });

const listRoute = (ports: IdentityPorts, { path, access }: AccountKind) =>
  route.get(`${path}/sessions`, {
    ...access,
    summary: 'Your open sessions',
    response: sessionsResponse,
    async handle({ actor, session }) {
      const { ref } = await ownAccount(ports, actor);
      const open = await ports.sessions.openOf(ref.id);
      return {
        sessions: open.map(({ user_agent, ...rest }) => ({
          ...rest,
          device: describeDevice(user_agent),
          current: rest.id === session.id,
        })),
      };
    },
  });

const revokeRoute = (ports: IdentityPorts, { path, access }: AccountKind) =>
  route.delete(`${path}/sessions/:id`, {
    ...access,
    summary: 'End one of your sessions',
    params: z.object({ id: z.uuid() }),
    response: messageResponse,
    async handle({ params: { id }, actor, session, ctx, execute }) {
      const { ref } = await ownAccount(ports, actor);
      const open = await ports.sessions.openOf(ref.id);
      if (!open.some((each) => each.id === id)) throw notFound();
      await ports.sessions.end(id, 'revoked');
      await executeOnUser(execute, ref, { type: 'revoke_session', session_id: id }, actor);
      if (id === session.id) clearSessionCookies(ctx, ports.config.PUBLIC_URL);
      return { success: true, message: 'The session was ended.' };
    },
  });

const revokeOthersRoute = (ports: IdentityPorts, { path, access }: AccountKind) =>
  route.delete(`${path}/sessions`, {
    ...access,
    summary: 'End all of your other sessions',
    response: messageResponse,
    async handle({ actor, session, execute }) {
      const { ref } = await ownAccount(ports, actor);
      const open = await ports.sessions.openOf(ref.id);
      for (const { id } of open) {
        if (id === session.id) continue;
        await ports.sessions.end(id, 'revoked');
        await executeOnUser(execute, ref, { type: 'revoke_session', session_id: id }, actor);
      }
      return { success: true, message: 'You have been signed out everywhere else.' };
    },
  });
