import { STAFF_ROLES, type StaffRole, SYSTEM } from '@landline/event-schemas';
import { unauthenticated } from '../../platform/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { IdentityPorts } from '../ports.ts';
import { SIGN_IN_TIME_MS } from '../sessions/constants.ts';
import { loginBody, loginResponse, refreshResponse, verifyResponse } from '../sessions/contract.ts';
import { clearSessionCookies, refreshTokenOf, setSessionCookies } from '../sessions/cookies.ts';
import { signIn } from '../sessions/sign-in.ts';
import { loadImpersonatedClient } from '../sessions/signed-in-client.ts';
import { executeOnUser, loadAccount, refOf } from './load-account.ts';

/** Routes for the sign-in of staff (spec 000 §7) and the token refresh of all sessions. */
export function staffSignInRoutes(ports: IdentityPorts): Route[] {
  const { sessions, commands, config } = ports;
  return [
    route.post('/api/auth/login', {
      may: 'anyone',
      timeLimitMs: SIGN_IN_TIME_MS,
      summary: 'Sign in as staff',
      body: loginBody,
      response: loginResponse,
      async handle({ body, ...request }) {
        const { account, tokens } = await signIn(ports, 'staff', body, request);
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
    route.post('/api/auth/refresh-token', {
      may: 'anyone',
      timeLimitMs: SIGN_IN_TIME_MS,
      summary: 'New tokens for the refresh cookie; replaying a used token ends the session',
      response: refreshResponse,
      async handle({ ctx, execute }) {
        const token = refreshTokenOf(ctx, config.PUBLIC_URL);
        const result = token === undefined ? undefined : await sessions.refresh(token);
        if (result?.outcome === 'refreshed') {
          setSessionCookies(ctx, result.tokens, config.PUBLIC_URL);
          const { token, expiresAt } = result.tokens.access;
          return { authToken: { token, expiresAt: new Date(expiresAt).toISOString() } };
        }
        // If the browser has signed in again, its new cookies must not be cleared.
        if (result && !result.superseded) clearSessionCookies(ctx, config.PUBLIC_URL);
        if (result?.outcome === 'replayed') {
          ports.requestCounter.add('attack', 'replayed_token');
          ports.requestCounter.addBlockedAddress(ctx.ip);
          const { id, actor } = result.session;
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
    route.get('/api/auth/verify', {
      may: STAFF_ROLES,
      asStaff: true,
      summary: 'The session of staff',
      response: verifyResponse,
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
            ? await loadImpersonatedClient(ports, session.impersonation.clientId)
            : null,
        };
      },
    }),
  ];
}
