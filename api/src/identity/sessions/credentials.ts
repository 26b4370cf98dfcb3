import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Secrets } from '../../platform/secrets.ts';

/** Kinds of users, which are separate everywhere; an email address can belong to one user of each kind. */
export type UserKind = 'staff' | 'client';

const credential = z.object({ user_id: z.string(), password_hash: z.string().nullable() });
export type Credential = z.infer<typeof credential>;

/** Normalizes an email address; addresses are unique in this form. */
export const normalEmail = (email: string) => email.trim().toLowerCase();

export const emailHmac = (secrets: Secrets, kind: UserKind, email: string) =>
  secrets.hmac(`${kind}-email`, normalEmail(email));

/** Returns the credential of an email address; invited users have no password yet. */
export async function findCredential(
  pool: DatabasePool,
  secrets: Secrets,
  kind: UserKind,
  email: string,
): Promise<Credential | undefined> {
  const hmac = emailHmac(secrets, kind, email);
  const row = await pool.maybeOne(sql.type(credential)`
    SELECT user_id, password_hash FROM api.credential WHERE kind = ${kind} AND email_hmac = ${sql.binary(hmac)}
  `);
  return row ?? undefined;
}

/** Returns the id of the user who has this address, or had it until an unconfirmed address replaced it. */
export async function findUserByMailbox(
  pool: DatabasePool,
  kind: UserKind,
  hmac: Buffer,
): Promise<string | undefined> {
  const row = await pool.maybeOne(sql.type(credential)`
    SELECT user_id, password_hash FROM api.credential
    WHERE kind = ${kind} AND (email_hmac = ${sql.binary(hmac)} OR recovery_hmac = ${sql.binary(hmac)})
  `);
  return row?.user_id;
}

/**
 * Saves a user's credential. The caller holds the reservation of the address, so another user's row with it belongs to a user
 * who was never created and is deleted.
 */
export async function saveCredential(
  pool: DatabasePool,
  secrets: Secrets,
  kind: UserKind,
  user: { userId: string; email: string; passwordHash: string | null },
): Promise<void> {
  const hmac = sql.binary(emailHmac(secrets, kind, user.email));
  await pool.transaction(async (transaction) => {
    // ON CONFLICT names one of two unique indexes; a concurrent save of the same user can violate the other one first.
    await transaction.query(sql.unsafe`SELECT pg_advisory_xact_lock(hashtextextended(${user.userId}, 0))`);
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

export async function passwordHashOf(pool: DatabasePool, userId: string): Promise<string | undefined> {
  const row = await pool.maybeOne(sql.type(credential)`
    SELECT user_id, password_hash FROM api.credential WHERE user_id = ${userId}
  `);
  return row?.password_hash ?? undefined;
}

export async function savePassword(pool: DatabasePool, userId: string, passwordHash: string): Promise<void> {
  await pool.query(sql.unsafe`
    UPDATE api.credential SET password_hash = ${passwordHash}, updated_at = now() WHERE user_id = ${userId}
  `);
}

/**
 * Changes the address that a user signs in with, and the recovery address that also receives reset links. As with
 * `saveCredential`, the caller holds the reservation of the address.
 */
export async function saveEmail(
  pool: DatabasePool,
  secrets: Secrets,
  kind: UserKind,
  user: { userId: string; email: string; recoveryEmail: string | undefined },
): Promise<void> {
  const hmac = sql.binary(emailHmac(secrets, kind, user.email));
  const recovery =
    user.recoveryEmail === undefined ? null : sql.binary(emailHmac(secrets, kind, user.recoveryEmail));
  await pool.transaction(async (transaction) => {
    await transaction.query(sql.unsafe`
      DELETE FROM api.credential WHERE kind = ${kind} AND email_hmac = ${hmac} AND user_id <> ${user.userId}
    `);
    await transaction.query(sql.unsafe`
      UPDATE api.credential SET email_hmac = ${hmac}, recovery_hmac = ${recovery}, updated_at = now() WHERE user_id = ${user.userId}
    `);
  });
}
