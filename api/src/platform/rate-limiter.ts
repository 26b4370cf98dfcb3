import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from './errors.ts';

/** Creates a rate limiter that counts across all API processes. */
export const createRateLimiter = (
  pool: pg.Pool,
  keyPrefix: string,
  { points, seconds }: { points: number; seconds: number },
) =>
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'api',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: true,
    keyPrefix,
    points,
    duration: seconds,
  });

/** Runs `consume`. If a limiter rejects, throws the error that `createError` returns for the seconds until a retry. */
export async function rejectAboveLimit(
  consume: () => Promise<unknown>,
  createError: (retryAfter: number) => Error = tooManyRequests,
): Promise<void> {
  try {
    await consume();
  } catch (thrown) {
    if (!(thrown instanceof RateLimiterRes)) throw thrown;
    throw createError(Math.ceil(thrown.msBeforeNext / 1000));
  }
}
