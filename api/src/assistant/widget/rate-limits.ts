import type pg from 'pg';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from '../../platform/errors.ts';
import { networkOf } from '../../platform/http/network.ts';
import { createRateLimiter } from '../../platform/rate-limiter.ts';
import { RATE_LIMIT } from './contract.ts';

/** Kind of request. Each kind has its own counter, so that a visitor who rates answers can still ask questions. */
export type LimitKind = 'ask' | 'token' | 'other';

/** Limits requests per minute by address and client (spec 002 §9), across all API processes. */
interface WidgetLimits {
  /** Throws `TOO_MANY_REQUESTS`. */
  count(kind: LimitKind, clientId: string, address: string, perMinute: number): Promise<void>;
}

export function createWidgetLimits(pool: pg.Pool): WidgetLimits {
  // Each client sets its own limit, so the limiter only counts requests, up to the highest limit allowed.
  const limiter = createRateLimiter(pool, 'widget', { points: RATE_LIMIT.max + 1, seconds: 60 });
  return {
    async count(kind, clientId, address, perMinute) {
      const result = await limiter.consume(`${kind}@${clientId}@${networkOf(address)}`).catch((rejection) => {
        if (rejection instanceof RateLimiterRes) return rejection;
        throw rejection;
      });
      if (result.consumedPoints <= perMinute) return;
      throw tooManyRequests(Math.max(1, Math.ceil(result.msBeforeNext / 1000)));
    },
  };
}
