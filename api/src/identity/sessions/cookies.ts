import type { Context } from 'koa';
import { ACCESS_COOKIE } from '../../platform/http/access.ts';
import { isHttps, secretCookie, secretCookiePath } from '../../platform/http/secret-cookie.ts';
import { INACTIVITY_MS } from './constants.ts';
import type { Tokens } from './sessions.ts';

const REFRESH_COOKIE = 'refresh_token';

/** Cookies that the web may read, for display only (names of spec 000 §6). */
const HINTS = ['userId', 'userRole'] as const;

const SECRETS = [ACCESS_COOKIE, REFRESH_COOKIE] as const;

export const refreshTokenOf = (ctx: Context, publicUrl: string | undefined): string | undefined =>
  ctx.cookies.get(secretCookie(ctx, REFRESH_COOKIE, publicUrl));

/** Sets the session's cookies; they expire with the inactivity timeout. */
export function setSessionCookies(ctx: Context, tokens: Tokens, publicUrl: string | undefined): void {
  const secure = isHttps(ctx, publicUrl);
  const maxAge = Math.max(0, Math.min(INACTIVITY_MS, tokens.session.endsAt - Date.now()));
  const options = { sameSite: 'lax', secure, maxAge, overwrite: true } as const;
  // Allows secure cookies behind a proxy that terminates TLS.
  ctx.cookies.secure = secure;
  const secrets = { [ACCESS_COOKIE]: tokens.access.token, [REFRESH_COOKIE]: tokens.refreshToken };
  const path = secretCookiePath(ctx, publicUrl);
  for (const [name, value] of Object.entries(secrets))
    ctx.cookies.set(secretCookie(ctx, name, publicUrl), value, { ...options, httpOnly: true, path });
  ctx.cookies.set('userId', tokens.session.actor.id, { ...options, httpOnly: false, path: '/' });
  ctx.cookies.set('userRole', tokens.session.actor.role, { ...options, httpOnly: false, path: '/' });
}

export function clearSessionCookies(ctx: Context, publicUrl: string | undefined): void {
  const secure = isHttps(ctx, publicUrl);
  ctx.cookies.secure = secure;
  const options = { sameSite: 'lax', secure, expires: new Date(0), overwrite: true } as const;
  const path = secretCookiePath(ctx, publicUrl);
  for (const name of SECRETS)
    ctx.cookies.set(secretCookie(ctx, name, publicUrl), '', { ...options, httpOnly: true, path });
  for (const name of HINTS) ctx.cookies.set(name, '', { ...options, httpOnly: false, path: '/' });
}
