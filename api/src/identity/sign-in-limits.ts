import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../errors.ts';
import { SIGN_IN_LIMITS } from './constants.ts';

/** Counts sign-ins that fail, over all api processes. */
export interface SignInLimits {
  /** Counts an attempt before it is made, so that many at once are counted too. Throws `TOO_MANY_LOGINS`. */
  attempt(address: string, account: string): Promise<void>;
  /** Takes back an attempt that succeeded. */
  succeeded(address: string, account: string): Promise<void>;
}

export function createSignInLimits(pool: pg.Pool): SignInLimits {
  const limiter = (keyPrefix: keyof typeof SIGN_IN_LIMITS) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'api',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: true,
      keyPrefix: `sign-in-${keyPrefix}`,
      points: SIGN_IN_LIMITS[keyPrefix].points,
      duration: SIGN_IN_LIMITS[keyPrefix].seconds,
    });
  const byAddress = limiter('address');
  const byAccount = limiter('account');
  return {
    async attempt(address, account) {
      try {
        await byAddress.consume(address);
        await byAccount.consume(`${account}@${address}`);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new DomainError(
          'too_many_requests',
          'TOO_MANY_LOGINS',
          'Too many login attempts. Please wait a moment before trying again.',
          { retryAfter: Math.ceil(refusal.msBeforeNext / 1000) },
        );
      }
    },
    async succeeded(address, account) {
      await Promise.all([byAddress.reward(address), byAccount.delete(`${account}@${address}`)]);
    },
  };
}
