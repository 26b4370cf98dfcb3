import type { Context } from 'koa';
import type { Logger } from 'pino';

/**
 * One line for a request that was answered, unless its route is quiet: by the route's path, since an address may hold a
 * token, and without who asked. The events that it led to carry the same correlation id.
 */
export function logRequest(log: Logger, ctx: Context, milliseconds: number): void {
  const { route, code, correlationId, quiet } = ctx.state;
  const isQuiet = quiet === 'all' || (quiet === 'answers' && ctx.status < 400);
  if (route === undefined ? !ctx.path.startsWith('/api/') : isQuiet) return;
  const { method, status } = ctx;
  log.info({ correlationId, method, route, status, code, ms: Math.round(milliseconds) }, 'request');
}
