import type { Context } from 'koa';
import { ACCESS_COOKIE } from '../http/access.ts';
import { INACTIVITY_MS } from './constants.ts';
import type { Tokens } from './sessions.ts';

/** The refresh token, for the api's own routes alone. */
export const REFRESH_COOKIE = 'refresh_token';

/** What the web may read, for display only (DESIGN §7; names of spec 000 §6). */
const HINTS = ['userId', 'userRole'] as const;

const ALL = [ACCESS_COOKIE, REFRESH_COOKIE, ...HINTS];

/** Keeps a session in the browser: until it has not been used for so long that it is over anyway. */
export function setSessionCookies(ctx: Context, tokens: Tokens, publicUrl: string | undefined): void {
  const secure = isHttps(ctx, publicUrl);
  const maxAge = Math.max(0, Math.min(INACTIVITY_MS, tokens.session.endsAt - Date.now()));
  const options = { sameSite: 'lax', secure, maxAge, overwrite: true } as const;
  // A secure cookie behind a proxy that ends https: the connection here is plain, and that is as it should be.
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

/** Whether the browser came by https, to us or to the proxy in front. */
export const isHttps = (ctx: Context, publicUrl: string | undefined) =>
  ctx.secure || (publicUrl?.startsWith('https:') ?? false);
