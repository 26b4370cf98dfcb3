import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../errors.ts';
import { FORGOT_LIMITS, SECOND_FACTOR_LIMIT, SIGN_IN_LIMITS } from './constants.ts';

interface Attempt {
  ip: string;
  account: string;
  /** The browser, if it opened this account before. */
  device?: string | undefined;
}

/** Counts what fails, over all api processes. */
export interface SignInLimits {
  /** Counts an attempt before it is made, so that many at once are counted too. Throws `TOO_MANY_LOGINS`. */
  attempt(from: Attempt): Promise<void>;
  /** Takes back an attempt that succeeded. */
  succeeded(from: Attempt): Promise<void>;
  /** Counts a second factor before it is checked. Throws `TOO_MANY_LOGINS`. */
  secondFactor(userId: string): Promise<void>;
  secondFactorSucceeded(userId: string): Promise<void>;
  /** Counts a request for a reset link. Throws `TOO_MANY_REQUESTS`. */
  forgot(address: string, account: string): Promise<void>;
}

export function createSignInLimits(pool: pg.Pool): SignInLimits {
  const limiter = (keyPrefix: string, { points, seconds }: { points: number; seconds: number }) =>
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
  const signIn = {
    address: limiter('sign-in-address', SIGN_IN_LIMITS.address),
    account: limiter('sign-in-account', SIGN_IN_LIMITS.account),
    strangers: limiter('sign-in-strangers', SIGN_IN_LIMITS.strangers),
    device: limiter('sign-in-device', SIGN_IN_LIMITS.device),
  };
  const forgot = {
    address: limiter('forgot-address', FORGOT_LIMITS.address),
    account: limiter('forgot-account', FORGOT_LIMITS.account),
  };
  const secondFactor = limiter('second-factor', SECOND_FACTOR_LIMIT);

  return {
    async attempt({ ip, account, device }) {
      const address = networkOf(ip);
      await orRefuse(tooManyLogins, async () => {
        if (device !== undefined) return signIn.device.consume(`${account}#${device}`);
        await signIn.address.consume(address);
        await signIn.account.consume(`${account}@${address}`);
        // Last: what one address alone is refused does not use up what all of them have.
        return signIn.strangers.consume(account);
      });
    },
    async succeeded({ ip, account, device }) {
      if (device !== undefined) {
        await signIn.device.delete(`${account}#${device}`);
        return;
      }
      const address = networkOf(ip);
      await Promise.all([
        signIn.address.reward(address),
        signIn.account.delete(`${account}@${address}`),
        // Not deleted: what strangers tried is not forgotten because the owner came.
        signIn.strangers.reward(account),
      ]);
    },
    secondFactor: (userId) => orRefuse(tooManyLogins, () => secondFactor.consume(userId)),
    async secondFactorSucceeded(userId) {
      await secondFactor.delete(userId);
    },
    async forgot(ip, account) {
      const address = networkOf(ip);
      await orRefuse(tooManyRequests, async () => {
        await forgot.address.consume(address);
        await forgot.account.consume(`${account}@${address}`);
      });
    },
  };
}

async function orRefuse(
  refusal: (retryAfter: number) => DomainError,
  consume: () => Promise<unknown>,
): Promise<void> {
  try {
    await consume();
  } catch (thrown) {
    if (!(thrown instanceof RateLimiterRes)) throw thrown;
    throw refusal(Math.ceil(thrown.msBeforeNext / 1000));
  }
}

/** Texts of spec 000 §8. */
const tooManyLogins = (retryAfter: number) =>
  new DomainError(
    'too_many_requests',
    'TOO_MANY_LOGINS',
    'Too many login attempts. Please wait a moment before trying again.',
    { retryAfter },
  );
const tooManyRequests = (retryAfter: number) =>
  new DomainError('too_many_requests', 'TOO_MANY_REQUESTS', 'Too many requests. Please try again later.', {
    retryAfter,
  });

/** Of an IPv6 address the first 64 bits: the rest is its holder's to choose. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip;
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - start.length - end.length }, () => '0');
  const groups = [...start, ...zeros, ...end].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
