import { randomUUID } from 'node:crypto';
import { constantTimeEquals } from '../../platform/constant-time-equals.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { FormName } from './form-contract.ts';

/** Minimum time that a person needs for a form. */
export const MINIMUM_FILL_MS = 2_000;
/** Lifetime of a token. */
const VALID_MS = 24 * 60 * 60_000;

export type TokenCheck =
  | { outcome: 'genuine'; id: string }
  | { outcome: 'forged' }
  | { outcome: 'expired' }
  | { outcome: 'too_soon'; waitMs: number };

/** Issues a signed token with an id and a time. The id becomes the id of the submission, which makes it idempotent. */
export function issueFormToken(secrets: Secrets, form: FormName, now: number): string {
  const body = `${randomUUID()}.${now}`;
  return `${body}.${signature(secrets, form, body).toString('base64url')}`;
}

export function readFormToken(secrets: Secrets, form: FormName, token: string, now: number): TokenCheck {
  const [id = '', time = '', signed = ''] = token.split('.');
  const expected = signature(secrets, form, `${id}.${time}`);
  if (!constantTimeEquals(Buffer.from(signed, 'base64url'), expected)) return { outcome: 'forged' };
  const age = now - Number(time);
  if (age > VALID_MS) return { outcome: 'expired' };
  if (age < MINIMUM_FILL_MS) return { outcome: 'too_soon', waitMs: MINIMUM_FILL_MS - age };
  return { outcome: 'genuine', id };
}

const signature = (secrets: Secrets, form: FormName, body: string) =>
  secrets.hmac(`form-token-${form}`, body);
