import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Secrets } from '../secrets.ts';

/** Which door a user signs in through: the two are told apart everywhere, an address may be known at both. */
export type UserKind = 'staff' | 'client';

const credential = z.object({ user_id: z.string(), password_hash: z.string().nullable() });
export type Credential = z.infer<typeof credential>;

/** The form in which an address is unique. */
export const normalEmail = (email: string) => email.trim().toLowerCase();

export const emailHmac = (secrets: Secrets, kind: UserKind, email: string) =>
  secrets.hmac(`${kind}-email`, normalEmail(email));

/** Who signs in with this address, or undefined. Without a password while the user is invited. */
export async function findCredential(
  pool: DatabasePool,
  secrets: Secrets,
  kind: UserKind,
  email: string,
): Promise<Credential | undefined> {
  return findCredentialByHmac(pool, kind, emailHmac(secrets, kind, email));
}

/** As `findCredential`, for one who was given the HMAC alone. */
export async function findCredentialByHmac(
  pool: DatabasePool,
  kind: UserKind,
  hmac: Buffer,
): Promise<Credential | undefined> {
  const found = await pool.maybeOne(sql.type(credential)`
    SELECT user_id, password_hash FROM api.credential WHERE kind = ${kind} AND email_hmac = ${sql.binary(hmac)}
  `);
  return found ?? undefined;
}

/**
 * Keeps a user's credential. The caller holds the address's reservation, so another row under it belongs to one
 * who never came to be, and goes.
 */
export async function keepCredential(
  pool: DatabasePool,
  secrets: Secrets,
  kind: UserKind,
  user: { userId: string; email: string; passwordHash: string | null },
): Promise<void> {
  const hmac = sql.binary(emailHmac(secrets, kind, user.email));
  await pool.transaction(async (transaction) => {
    await transaction.query(sql.unsafe`
      DELETE FROM api.credential WHERE kind = ${kind} AND email_hmac = ${hmac} AND user_id <> ${user.userId}
    `);
    await transaction.query(sql.unsafe`
      INSERT INTO api.credential (user_id, kind, email_hmac, password_hash)
      VALUES (${user.userId}, ${kind}, ${hmac}, ${user.passwordHash})
      ON CONFLICT (user_id) DO UPDATE
      SET email_hmac = excluded.email_hmac, password_hash = excluded.password_hash, updated_at = now()
    `);
  });
}

/** The hash of a user's password, for one who is signed in and gives it again. */
export async function passwordHashOf(pool: DatabasePool, userId: string): Promise<string | undefined> {
  const found = await pool.maybeOne(sql.type(credential)`
    SELECT user_id, password_hash FROM api.credential WHERE user_id = ${userId}
  `);
  return found?.password_hash ?? undefined;
}

export async function keepPassword(pool: DatabasePool, userId: string, passwordHash: string): Promise<void> {
  await pool.query(sql.unsafe`
    UPDATE api.credential SET password_hash = ${passwordHash}, updated_at = now() WHERE user_id = ${userId}
  `);
}

/** From now on the user signs in with this address. The caller holds its reservation; see `keepCredential`. */
export async function keepEmail(
  pool: DatabasePool,
  secrets: Secrets,
  kind: UserKind,
  user: { userId: string; email: string },
): Promise<void> {
  const hmac = sql.binary(emailHmac(secrets, kind, user.email));
  await pool.transaction(async (transaction) => {
    await transaction.query(sql.unsafe`
      DELETE FROM api.credential WHERE kind = ${kind} AND email_hmac = ${hmac} AND user_id <> ${user.userId}
    `);
    await transaction.query(sql.unsafe`
      UPDATE api.credential SET email_hmac = ${hmac}, updated_at = now() WHERE user_id = ${user.userId}
    `);
  });
}
