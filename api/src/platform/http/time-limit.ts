import { within } from '@landline/runtime/process/within';
import type { Context } from 'koa';
import { DomainError, unavailable } from '../errors.ts';
import type { Route } from './route.ts';

const DEFAULT_MS = 30_000;

export const tooSlow = () =>
  new DomainError('timed_out', 'REQUEST_TIMEOUT', 'The request was not received in time. Try again.');

/**
 * Responds within the route's time limit: 408 if the request has not been received by then, 503 if the response is not
 * ready. `work` gets a signal that aborts then. Uploads are limited by their progress instead.
 */
export async function withinTimeLimit(
  ctx: Context,
  { timeLimitMs = DEFAULT_MS, upload }: Pick<Route, 'timeLimitMs' | 'upload'>,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const limit = new AbortController();
  if (upload) return work(limit.signal);
  await within(timeLimitMs, work(limit.signal), () => {
    limit.abort();
    return ctx.req.complete ? unavailable(2, 'TIMEOUT') : tooSlow();
  });
}
