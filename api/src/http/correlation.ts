import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';

const ACCEPTED = /^[\w.:-]{1,100}$/;

/** The id that ties a request to its log lines and events: the caller's, when it is usable, else a fresh one. */
export function correlate(ctx: Context): string {
  const given = ctx.get('X-Correlation-Id');
  const id = ACCEPTED.test(given) ? given : randomUUID();
  ctx.state.correlationId = id;
  ctx.set('X-Correlation-Id', id);
  return id;
}
