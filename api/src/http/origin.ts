import type { Context } from 'koa';
import { forbidden } from './errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser says where an unsafe request comes from: another site's is refused, so that nobody acts with a
 * visitor's cookies (DESIGN §7). What sends no Origin is no browser, or an old one whose cookies are SameSite.
 */
export function checkOrigin(ctx: Context, publicUrl: string | undefined): void {
  if (SAFE.has(ctx.method)) return;
  const origin = ctx.get('Origin');
  if (origin === '') return;
  const host = URL.parse(origin)?.host;
  if (host !== undefined && host !== '' && (host === ctx.host || host === URL.parse(publicUrl ?? '')?.host))
    return;
  throw forbidden('CROSS_ORIGIN');
}
