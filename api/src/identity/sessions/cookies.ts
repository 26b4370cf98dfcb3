import type { Context } from 'koa';
import { ACCESS_COOKIE } from '../../platform/http/access.ts';
import { INACTIVITY_MS } from './constants.ts';
import type { Tokens } from './sessions.ts';

export const REFRESH_COOKIE = 'refresh_token';

/** Cookies that the web may read, for display only (names of spec 000 §6). */
const HINTS = ['userId', 'userRole'] as const;

const ALL = [ACCESS_COOKIE, REFRESH_COOKIE, ...HINTS];

/** Sets the session's cookies; they expire with the inactivity timeout. */
export function setSessionCookies(ctx: Context, tokens: Tokens, publicUrl: string | undefined): void {
  const secure = isHttps(ctx, publicUrl);
  const maxAge = Math.max(0, Math.min(INACTIVITY_MS, tokens.session.endsAt - Date.now()));
  const options = { sameSite: 'lax', secure, maxAge, overwrite: true } as const;
  // Allows secure cookies behind a proxy that terminates TLS.
  ctx.cookies.secure = secure;
  ctx.cookies.set(ACCESS_COOKIE, tokens.access.token, { ...options, httpOnly: true, path: '/api' });
  ctx.cookies.set(REFRESH_COOKIE, tokens.refreshToken, { ...options, httpOnly: true, path: '/api' });
  ctx.cookies.set('userId', tokens.session.actor.id, { ...options, httpOnly: false, path: '/' });
  ctx.cookies.set('userRole', tokens.session.actor.role, { ...options, httpOnly: false, path: '/' });
}

export function clearSessionCookies(ctx: Context): void {
  for (const name of ALL) {
    const isHint = HINTS.some((hint) => hint === name);
    ctx.cookies.set(name, '', {
      sameSite: 'lax',
      httpOnly: !isHint,
      path: isHint ? '/' : '/api',
      expires: new Date(0),
      overwrite: true,
    });
  }
}

/** Tells whether the browser uses HTTPS, to this server or to a proxy in front of it. */
export const isHttps = (ctx: Context, publicUrl: string | undefined) =>
  ctx.secure || (publicUrl?.startsWith('https:') ?? false);
