import type { Context } from 'koa';

/** Returns whether the browser uses HTTPS, to this server or to a proxy in front of it. */
export const isHttps = (ctx: Context, publicUrl: string | undefined) =>
  ctx.secure || (publicUrl?.startsWith('https:') ?? false);

/**
 * Returns the name of a cookie that grants access. Browsers accept `__Host-` cookies only from this host and over
 * HTTPS, so that no other subdomain and no page without HTTPS can plant one.
 */
export const secretCookie = (ctx: Context, name: string, publicUrl: string | undefined) =>
  isHttps(ctx, publicUrl) ? `__Host-${name}` : name;

/** Returns the path of a cookie that grants access; `__Host-` cookies require the path `/`. */
export const secretCookiePath = (ctx: Context, publicUrl: string | undefined) =>
  isHttps(ctx, publicUrl) ? '/' : '/api';
