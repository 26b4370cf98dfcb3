import type { Context } from 'koa';
import type { Logger } from 'pino';

/**
 * Logs a completed request unless its route is quiet. The line has the route's path instead of the raw path, which may
 * contain a token, and no user; the resulting events carry the same correlation id.
 */
export function logRequest(log: Logger, ctx: Context, milliseconds: number): void {
  const { route, code, correlationId, quiet } = ctx.state;
  const isQuiet = quiet === 'all' || (quiet === 'success' && ctx.status < 400);
  if (route === undefined ? !ctx.path.startsWith('/api/') : isQuiet) return;
  const { method, status } = ctx;
  log.info(
    { event: 'request', correlationId, method, route, status, code, ms: Math.round(milliseconds) },
    'Request completed',
  );
}
