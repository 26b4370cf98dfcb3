import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';

const VALID_ID = /^[\w.:-]{1,100}$/;

/** Sets the correlation id of a request, its log lines and its events: the caller's if valid, else a new one. */
export function correlate(ctx: Context): void {
  const callerId = ctx.get('X-Correlation-Id');
  const id = VALID_ID.test(callerId) ? callerId : randomUUID();
  ctx.state.correlationId = id;
  ctx.set('X-Correlation-Id', id);
}
