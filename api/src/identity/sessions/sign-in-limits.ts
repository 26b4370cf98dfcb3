import type pg from 'pg';
import { DomainError } from '../../platform/errors.ts';
import { networkOf } from '../../platform/http/network.ts';
import { createRateLimiter, rejectAboveLimit } from '../../platform/rate-limiter.ts';
import { CONFIRMATION_LIMIT, FORGOT_LIMITS, SECOND_FACTOR_LIMIT, SIGN_IN_LIMITS } from './constants.ts';

interface Attempt {
  ip: string;
  account: string;
  /** The browser, if it has signed in to this account before. */
  device?: string | undefined;
}

/** Limits failed sign-ins across all API processes. */
export interface SignInLimits {
  /** Counts an attempt before it is made, so that concurrent attempts count too. Throws `TOO_MANY_LOGINS`. */
  countAttempt(from: Attempt): Promise<void>;
  /** Clears the count of this browser or of this account at its address, and takes one attempt off the other counts. */
  recordSuccess(from: Attempt): Promise<void>;
  /** Counts a second factor before it is checked. Throws `TOO_MANY_LOGINS`. */
  countSecondFactorAttempt(userId: string): Promise<void>;
  /** Clears the count of second factors. */
  recordSecondFactorSuccess(userId: string): Promise<void>;
  /** Counts a password in the account settings before it is checked. Throws `TOO_MANY_LOGINS`. */
  countConfirmation(userId: string): Promise<void>;
  /** Clears the count of passwords in the account settings. */
  recordConfirmationSuccess(userId: string): Promise<void>;
  /** Counts a request for a reset link. Throws `TOO_MANY_REQUESTS`. */
  countResetRequest(address: string, account: string): Promise<void>;
}

export function createSignInLimits(pool: pg.Pool): SignInLimits {
  const limiter = (keyPrefix: string, limit: { points: number; seconds: number }) =>
    createRateLimiter(pool, keyPrefix, limit);
  const signIn = {
    address: limiter('sign-in-address', SIGN_IN_LIMITS.address),
    accountFromAddress: limiter('sign-in-account', SIGN_IN_LIMITS.accountFromAddress),
    unknownDevices: limiter('sign-in-strangers', SIGN_IN_LIMITS.unknownDevices),
    device: limiter('sign-in-device', SIGN_IN_LIMITS.device),
  };
  const forgot = {
    address: limiter('forgot-address', FORGOT_LIMITS.address),
    accountFromAddress: limiter('forgot-account', FORGOT_LIMITS.accountFromAddress),
  };
  const secondFactor = limiter('second-factor', SECOND_FACTOR_LIMIT);
  const confirmation = limiter('confirmation', CONFIRMATION_LIMIT);

  return {
    async countAttempt({ ip, account, device }) {
      const address = networkOf(ip);
      await rejectAboveLimit(async () => {
        if (device !== undefined) return signIn.device.consume(`${account}#${device}`);
        await signIn.address.consume(address);
        await signIn.accountFromAddress.consume(`${account}@${address}`);
        // Last, so that attempts rejected for one address do not use up the limit of all addresses.
        return signIn.unknownDevices.consume(account);
      }, tooManyLogins);
    },
    async recordSuccess({ ip, account, device }) {
      if (device !== undefined) {
        await signIn.device.delete(`${account}#${device}`);
        return;
      }
      const address = networkOf(ip);
      await Promise.all([
        signIn.address.reward(address),
        signIn.accountFromAddress.delete(`${account}@${address}`),
        // Not deleted: the owner's sign-in must not reset the count of other people's attempts.
        signIn.unknownDevices.reward(account),
      ]);
    },
    countSecondFactorAttempt: (userId) => rejectAboveLimit(() => secondFactor.consume(userId), tooManyLogins),
    async recordSecondFactorSuccess(userId) {
      await secondFactor.delete(userId);
    },
    countConfirmation: (userId) => rejectAboveLimit(() => confirmation.consume(userId), tooManyLogins),
    async recordConfirmationSuccess(userId) {
      await confirmation.delete(userId);
    },
    async countResetRequest(ip, account) {
      const address = networkOf(ip);
      await rejectAboveLimit(async () => {
        await forgot.address.consume(address);
        await forgot.accountFromAddress.consume(`${account}@${address}`);
      });
    },
  };
}

/** Returns the error prescribed by spec 000 §8. */
const tooManyLogins = (retryAfter: number) =>
  new DomainError(
    'too_many_requests',
    'TOO_MANY_LOGINS',
    'Too many login attempts. Please wait a moment before trying again.',
    { retryAfter },
  );
