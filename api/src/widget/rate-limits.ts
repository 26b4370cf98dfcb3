import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../errors.ts';
import { networkOf } from '../identity/sign-in-limits.ts';
import { RATE_LIMIT } from './contract.ts';

/** What is counted apart: a visitor who rates answers can still ask. */
export type Counted = 'ask' | 'token' | 'other';

/** Requests per minute of one address to one client's widget (spec 002 §9), counted over all api processes. */
export interface WidgetLimits {
  /** Throws `TOO_MANY_REQUESTS`. */
  count(what: Counted, clientId: string, address: string, perMinute: number): Promise<void>;
}

export function createWidgetLimits(pool: pg.Pool): WidgetLimits {
  // How many are too many is each client's to say, so the limiter itself only counts: to the most that anybody may set.
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'api',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: true,
    keyPrefix: 'widget',
    points: RATE_LIMIT.max + 1,
    duration: 60,
  });
  return {
    async count(what, clientId, address, perMinute) {
      const counted = await limiter.consume(`${what}@${clientId}@${networkOf(address)}`).catch((refusal) => {
        if (refusal instanceof RateLimiterRes) return refusal;
        throw refusal;
      });
      if (counted.consumedPoints <= perMinute) return;
      throw new DomainError(
        'too_many_requests',
        'TOO_MANY_REQUESTS',
        'Too many requests. Please try again later.', // spec 000 §8
        { retryAfter: Math.max(1, Math.ceil(counted.msBeforeNext / 1000)) },
      );
    },
  };
}
