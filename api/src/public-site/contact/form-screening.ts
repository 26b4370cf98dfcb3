import type pg from 'pg';
import { DomainError } from '../../platform/errors.ts';
import type { Attack } from '../../platform/metrics/record-request.ts';
import { createRateLimiter, rejectAboveLimit } from '../../platform/rate-limiter.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { FormName, ScreenedFields } from './form-contract.ts';
import { readFormToken } from './form-token.ts';

/** Limits on submissions per network address, with and without a token of the website's form. */
export const FORM_LIMITS = {
  withToken: { points: 20, seconds: 60 * 60 },
  withoutToken: { points: 10, seconds: 60 * 60 },
} as const;

export type ScreeningResult =
  /** Discard the submission, but respond as if it had been accepted, so that a bot learns nothing. */
  | { accept: false }
  /** `formId` is the same for resubmissions of a form; undefined if there was no token. */
  | { accept: true; formId: string | undefined };

/** The part of a Koa context that screening uses. */
interface ScreenedRequest {
  readonly ip: string;
  readonly state: { attack?: Attack };
}

/** Keeps bots out of the public forms without a third-party service. */
export interface Screening {
  /** Throws `TOO_MANY_REQUESTS`, or `FORM_TOKEN` with the text `failure` if the token is forged, expired or too new. */
  screen(
    form: FormName,
    ctx: ScreenedRequest,
    fields: ScreenedFields,
    failure: string,
  ): Promise<ScreeningResult>;
}

export function createScreening(pool: pg.Pool, secrets: Secrets, now = Date.now): Screening {
  const limiters = {
    withToken: createRateLimiter(pool, 'public-form', FORM_LIMITS.withToken),
    withoutToken: createRateLimiter(pool, 'public-bare', FORM_LIMITS.withoutToken),
  };

  return {
    async screen(form, { ip, state }, { website, formToken }, failure) {
      const limiter = limiters[formToken === undefined ? 'withoutToken' : 'withToken'];
      await rejectAboveLimit(() => limiter.consume(`${form}@${ip}`));
      if (website) {
        state.attack = 'form_spam';
        return { accept: false };
      }
      if (formToken === undefined) return { accept: true, formId: undefined };
      const check = readFormToken(secrets, form, formToken, now());
      if (check.outcome === 'genuine') return { accept: true, formId: check.id };
      if (check.outcome === 'forged') state.attack = 'form_spam';
      throw new DomainError('rule_broken', 'FORM_TOKEN', failure, {
        details: [{ path: 'body.formToken', message: check.outcome }],
        ...(check.outcome === 'too_soon' && { retryAfter: Math.ceil(check.waitMs / 1000) }),
      });
    },
  };
}
