import type { Context } from 'koa';
import type { Logger } from 'pino';

/** They ask again and again whether we are there, and how we are. */
const PROBES: ReadonlySet<string> = new Set(['/api/health', '/api/ready', '/metrics']);

/**
 * One line for a request that was answered, unless it is for a part of a page (`ctx.state.isAsset`): by its route's path,
 * since an address may hold a token, and without who asked. The events that it led to carry the same correlation id.
 */
export function logRequest(log: Logger, ctx: Context, milliseconds: number): void {
  const { route, code, correlationId, isAsset } = ctx.state;
  if (route === undefined ? !ctx.path.startsWith('/api/') : PROBES.has(route) || isAsset) return;
  const { method, status } = ctx;
  log.info({ correlationId, method, route, status, code, ms: Math.round(milliseconds) }, 'request');
}
