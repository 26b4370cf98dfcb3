import { createHmac, randomBytes } from 'node:crypto';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';

/** Keys that Landline made for itself and keeps beside the data: what they signed must stay findable. */
export interface Secrets {
  /** The HMAC-SHA-256 of a value of some kind, e.g. an e-mail address. The same value always gives the same. */
  hmac(kind: string, value: string): Buffer;
  /** The refresh token that follows this one. Nothing but the token itself and our key leads there. */
  successorOf(token: string): string;
}

/** Reads the keys; the first process ever makes them. */
export async function loadSecrets(pool: DatabasePool): Promise<Secrets> {
  const lookup = await secret(pool, 'lookup');
  const rotation = await secret(pool, 'token-rotation');
  return {
    hmac: (kind, value) => createHmac('sha256', lookup).update(`${kind}\n${value}`).digest(),
    successorOf: (token) => createHmac('sha256', rotation).update(token).digest('base64url'),
  };
}

async function secret(pool: DatabasePool, name: string): Promise<Buffer> {
  await pool.query(sql.unsafe`
    INSERT INTO api.secret (name, value) VALUES (${name}, ${sql.binary(randomBytes(32))})
    ON CONFLICT (name) DO NOTHING
  `);
  return pool.oneFirst(sql.type(z.object({ value: z.instanceof(Buffer) }))`
    SELECT value FROM api.secret WHERE name = ${name}
  `);
}
