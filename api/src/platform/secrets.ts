import { createHmac, randomBytes } from 'node:crypto';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';

/** Keys generated at the first start and stored in the database, so that earlier digests stay findable. */
export interface Secrets {
  /** Returns the HMAC-SHA-256 of a value of a kind, e.g. an email address; deterministic. */
  hmac(kind: string, value: string): Buffer;
  /** Returns the refresh token that follows this one; derivable only from the token and the key. */
  successorOf(token: string): string;
}

/** Reads the keys and generates missing ones. */
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
