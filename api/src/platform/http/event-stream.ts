import { PassThrough } from 'node:stream';
import type { Context } from 'koa';

/** Makes the response a stream of server-sent events, which neither proxies nor compression delay. */
export function openEventStream(ctx: Context): PassThrough {
  const stream = new PassThrough();
  ctx.type = 'text/event-stream';
  ctx.set('Cache-Control', 'no-store, no-transform');
  ctx.set('X-Accel-Buffering', 'no');
  ctx.compress = false;
  ctx.body = stream;
  return stream;
}
