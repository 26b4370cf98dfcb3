import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../secrets.ts';
import type { FormName } from './contract.ts';

/** Nobody fills in a form sooner. */
export const MINIMUM_FILL_MS = 2_000;
/** A page may stay open for so long. */
const VALID_MS = 24 * 60 * 60_000;

export type TokenFinding =
  | { outcome: 'genuine'; id: string }
  | { outcome: 'forged' }
  | { outcome: 'expired' }
  | { outcome: 'too_soon'; waitMs: number };

/** A token of a form: its id and its time, signed. The id names what is sent with it, so that it is sent once. */
export function issueFormToken(secrets: Secrets, form: FormName, now: number): string {
  const body = `${randomUUID()}.${now}`;
  return `${body}.${signature(secrets, form, body).toString('base64url')}`;
}

export function readFormToken(secrets: Secrets, form: FormName, token: string, now: number): TokenFinding {
  const [id = '', time = '', signed = ''] = token.split('.');
  const expected = signature(secrets, form, `${id}.${time}`);
  const given = Buffer.from(signed, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { outcome: 'forged' };
  const age = now - Number(time);
  if (age > VALID_MS) return { outcome: 'expired' };
  if (age < MINIMUM_FILL_MS) return { outcome: 'too_soon', waitMs: MINIMUM_FILL_MS - age };
  return { outcome: 'genuine', id };
}

const signature = (secrets: Secrets, form: FormName, body: string) =>
  secrets.hmac(`form-token-${form}`, body);
