import { STAFF_ROLES, type StaffRole, SYSTEM } from '@landline/event-schemas';
import type { Deps } from '../deps.ts';
import { unauthenticated } from '../http/errors.ts';
import { type Route, route } from '../http/route.ts';
import { loadImpersonatedClient } from '../impersonation/routes.ts';
import { executeOnUser, loadAccount, refOf } from './accounts.ts';
import { loginAnswer, loginBody, refreshAnswer, verifyAnswer } from './contract.ts';
import { clearSessionCookies, REFRESH_COOKIE, setSessionCookies } from './cookies.ts';
import { signIn } from './sign-in.ts';

/** Sign-in of staff (spec 000 §7), and the refreshing of every session (DESIGN §7). */
export function staffAuthRoutes(deps: Deps): Route[] {
  const { sessions, commands, config } = deps;
  return [
    route({
      method: 'POST',
      path: '/api/auth/login',
      may: 'anyone',
      summary: 'Sign in as staff',
      body: loginBody,
      response: loginAnswer,
      async handle({ body, ...request }) {
        const { account, tokens } = await signIn(deps, 'staff', body, request);
        return {
          token: tokens.access.token,
          userId: account.actor.id,
          userRole: account.actor.role as StaffRole,
          companyId: null,
          first_name: account.first_name,
          last_name: account.last_name,
        };
      },
    }),
    route({
      method: 'POST',
      path: '/api/auth/refresh-token',
      may: 'anyone',
      summary: 'New tokens for the session of the refresh cookie; a token that was used up ends the session',
      response: refreshAnswer,
      async handle({ ctx, execute }) {
        const token = ctx.cookies.get(REFRESH_COOKIE);
        const refreshed = token === undefined ? undefined : await sessions.refresh(token);
        if (refreshed?.outcome === 'refreshed') {
          setSessionCookies(ctx, refreshed.tokens, config.PUBLIC_URL);
          const { token, expiresAt } = refreshed.tokens.access;
          return { authToken: { token, expiresAt: new Date(expiresAt).toISOString() } };
        }
        // The answer may come after the one to a newer sign-in of this browser: those cookies are not ours to clear.
        if (refreshed && !refreshed.superseded) clearSessionCookies(ctx);
        if (refreshed?.outcome === 'replayed') {
          deps.tally.add('attack', 'replayed_token');
          deps.tally.blocked(ctx.ip);
          const { id, actor } = refreshed.session;
          await executeOnUser(
            execute,
            refOf(actor),
            { type: 'end_replayed_session', session_id: id },
            SYSTEM,
          );
        }
        throw unauthenticated();
      },
    }),
    route({
      method: 'GET',
      path: '/api/auth/verify',
      may: STAFF_ROLES,
      asStaff: true,
      summary: 'The session of staff',
      response: verifyAnswer,
      async handle({ actor, session }) {
        const account = await loadAccount(commands, { kind: 'staff', id: actor.id });
        if (!account) throw unauthenticated();
        return {
          role: actor.role as StaffRole,
          userId: actor.id,
          companyId: null,
          firstName: account.first_name,
          lastName: account.last_name,
          email: account.email,
          sessionEndsAt: new Date(session.endsAt).toISOString(),
          impersonating: session.impersonation
            ? await loadImpersonatedClient(deps, session.impersonation.clientId)
            : null,
        };
      },
    }),
  ];
}
