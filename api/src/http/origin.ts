import type { Context } from 'koa';
import { forbidden } from './errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** True for a browser's request from a page that is not ours. What sends no Origin is no browser, or asks its own site. */
export function isCrossOrigin(ctx: Context, publicUrl: string | undefined): boolean {
  const origin = ctx.get('Origin');
  if (origin === '') return false;
  const host = URL.parse(origin)?.host;
  return !host || (host !== ctx.host && host !== URL.parse(publicUrl ?? '')?.host);
}

/**
 * A browser says where an unsafe request comes from: another site's is refused, so that nobody acts with a
 * visitor's cookies (DESIGN §7); an old browser that does not say has SameSite cookies.
 */
export function checkOrigin(ctx: Context, publicUrl: string | undefined): void {
  if (SAFE.has(ctx.method)) return;
  if (isCrossOrigin(ctx, publicUrl)) throw forbidden('CROSS_ORIGIN');
}
