import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../errors.ts';
import type { Attack } from '../health/observe.ts';
import type { Secrets } from '../secrets.ts';
import type { FormName, ScreenedFields } from './contract.ts';
import { readFormToken } from './form-token.ts';

/** Submissions from one network address before 429: by our own form, and by whoever shows no token of it. */
export const FORM_LIMITS = {
  form: { points: 20, seconds: 60 * 60 },
  bare: { points: 10, seconds: 60 * 60 },
} as const;

export type Verdict =
  /** Answered as if it had been taken, and forgotten: a machine learns nothing. */
  | { take: false }
  /** `formId` is the same however often the same form is sent; undefined when it came without a token. */
  | { take: true; formId: string | undefined };

/** What is seen of a request: where it comes from, and what is made of it. */
interface Asked {
  readonly ip: string;
  readonly state: { attack?: Attack };
}

/** Keeps machines out of the public forms without asking anybody else, over all api processes. */
export interface Screening {
  /** Throws `TOO_MANY_REQUESTS`, and `FORM_TOKEN` with this text when the token is forged, expired or too fresh. */
  screen(form: FormName, ctx: Asked, sent: ScreenedFields, failure: string): Promise<Verdict>;
}

export function createScreening(pool: pg.Pool, secrets: Secrets, now = Date.now): Screening {
  const limiter = (kind: keyof typeof FORM_LIMITS) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'api',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: true,
      keyPrefix: `public-${kind}`,
      points: FORM_LIMITS[kind].points,
      duration: FORM_LIMITS[kind].seconds,
    });
  const limiters = { form: limiter('form'), bare: limiter('bare') };

  async function count(kind: keyof typeof FORM_LIMITS, key: string): Promise<void> {
    try {
      await limiters[kind].consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      // Spec 000 §8: status mappings.
      throw new DomainError(
        'too_many_requests',
        'TOO_MANY_REQUESTS',
        'Too many requests. Please try again later.',
        { retryAfter: Math.ceil(refusal.msBeforeNext / 1000) },
      );
    }
  }

  return {
    async screen(form, { ip, state }, { website, formToken }, failure) {
      await count(formToken === undefined ? 'bare' : 'form', `${form}@${ip}`);
      if (website) {
        state.attack = 'form_spam';
        return { take: false };
      }
      if (formToken === undefined) return { take: true, formId: undefined };
      const finding = readFormToken(secrets, form, formToken, now());
      if (finding.outcome === 'genuine') return { take: true, formId: finding.id };
      if (finding.outcome === 'forged') state.attack = 'form_spam';
      throw new DomainError('rule_broken', 'FORM_TOKEN', failure, {
        details: [{ path: 'body.formToken', message: finding.outcome }],
        ...(finding.outcome === 'too_soon' && { retryAfter: Math.ceil(finding.waitMs / 1000) }),
      });
    },
  };
}
