import type { Context, Next } from 'koa';
import { httpSeconds } from '../metrics/measures.ts';

/** Measures each request under its route's path: addresses themselves are too many, and hold ids. */
export async function measure(ctx: Context, next: Next): Promise<void> {
  const stop = httpSeconds.startTimer();
  try {
    await next();
  } finally {
    stop({ method: ctx.method, route: ctx.state.route ?? 'web', status: String(ctx.status) });
  }
}
