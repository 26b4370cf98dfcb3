import type { Context } from 'koa';
import { forbidden } from '../errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns true for a browser's request from another site. Requests without Origin are same-site or not from a
 * browser.
 */
export function isCrossOrigin(ctx: Context, publicUrl: string | undefined): boolean {
  const origin = ctx.get('Origin');
  if (origin === '') return false;
  const host = URL.parse(origin)?.host;
  return !host || (host !== ctx.host && host !== URL.parse(publicUrl ?? '')?.host);
}

/** Rejects unsafe cross-origin requests (CSRF). SameSite cookies cover old browsers that send no Origin. */
export function checkOrigin(ctx: Context, publicUrl: string | undefined): void {
  if (SAFE.has(ctx.method)) return;
  if (isCrossOrigin(ctx, publicUrl)) throw forbidden('CROSS_ORIGIN');
}
