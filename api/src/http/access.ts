import type { Context } from 'koa';
import type { Sessions } from '../identity/sessions.ts';
import { forbidden, unauthenticated } from './errors.ts';
import type { May, Session } from './route.ts';

/** Holds the access token; only the server reads it. */
export const ACCESS_COOKIE = 'access_token';

/** The access token of a request: a bearer token first, else the cookie. */
export function accessTokenOf(ctx: Context): string | undefined {
  const authorization = ctx.get('Authorization');
  if (authorization.startsWith('Bearer ')) return authorization.slice(7).trim();
  return ctx.cookies.get(ACCESS_COOKIE);
}

/** Who is calling, if it may: throws 401 without a session, 403 with one of another role. */
export async function admit(ctx: Context, may: May, sessions: Sessions): Promise<Session | undefined> {
  const token = accessTokenOf(ctx);
  const session = token === undefined ? undefined : await sessions.authenticate(token);
  if (may === 'anyone') return session;
  if (!session) throw unauthenticated();
  if (may !== 'signed-in' && !may.some((role) => role === session.actor.role)) throw forbidden();
  return session;
}
