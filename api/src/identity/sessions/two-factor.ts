import { randomBytes } from 'node:crypto';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { SecondFactor } from '../users/user.ts';
import { RECOVERY_CODE_COUNT, TOTP } from './constants.ts';
import { hashToken } from './tokens.ts';
import { base32, stepOf } from './totp.ts';

/** Secrets and recovery codes of two-factor sign-in. The event log records whether it is enabled. */
export interface TwoFactor {
  /** Returns a new secret, which is valid once confirmed. Only for users without two-factor sign-in. */
  begin(userId: string): Promise<Buffer>;
  /** Confirms the secret and returns recovery codes; undefined for a wrong code. */
  confirm(userId: string, code: string): Promise<string[] | undefined>;
  /** Consumes a code and returns its kind; undefined for a wrong or used code. */
  check(userId: string, code: string): Promise<SecondFactor | undefined>;
  recoveryCodesLeft(userId: string): Promise<number>;
  remove(userId: string): Promise<void>;
}

const secretRow = z.object({ secret: z.instanceof(Buffer) });
const count = z.object({ count: z.number() });

export function createTwoFactor(pool: DatabasePool, now: () => number = Date.now): TwoFactor {
  /** Accepts each time step only once, so that an intercepted code cannot be replayed. */
  async function consumeStep(userId: string, code: string, confirmed: boolean): Promise<boolean> {
    const row = await pool.maybeOne(sql.type(secretRow)`
      SELECT secret FROM api.totp WHERE user_id = ${userId} AND (confirmed_at IS NOT NULL) = ${confirmed}
    `);
    const step = row ? stepOf(row.secret, code, now()) : undefined;
    if (step === undefined) return false;
    const update = await pool.query(sql.unsafe`
      UPDATE api.totp SET last_step = ${step} WHERE user_id = ${userId} AND last_step < ${step}
    `);
    return update.rowCount > 0;
  }

  return {
    async begin(userId) {
      const secret = randomBytes(TOTP.secretBytes);
      await pool.query(sql.unsafe`
        INSERT INTO api.totp (user_id, secret) VALUES (${userId}, ${sql.binary(secret)})
        ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, confirmed_at = NULL, last_step = 0
      `);
      return secret;
    },

    async confirm(userId, code) {
      if (!(await consumeStep(userId, code, false))) return undefined;
      const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode);
      const hashes = codes.map((each) => hashToken(normal(each)));
      await pool.transaction(async (transaction) => {
        await transaction.query(sql.unsafe`
          UPDATE api.totp SET confirmed_at = ${sql.timestamp(new Date(now()))} WHERE user_id = ${userId}
        `);
        await transaction.query(sql.unsafe`DELETE FROM api.recovery_code WHERE user_id = ${userId}`);
        await transaction.query(sql.unsafe`
          INSERT INTO api.recovery_code (user_id, hash) SELECT ${userId}, * FROM unnest(${sql.array(hashes, 'bytea')})
        `);
      });
      return codes;
    },

    async check(userId, code) {
      if (await consumeStep(userId, code.replaceAll(/\s/g, ''), true)) return 'totp';
      const update = await pool.query(sql.unsafe`
        DELETE FROM api.recovery_code WHERE user_id = ${userId} AND hash = ${sql.binary(hashToken(normal(code)))}
      `);
      return update.rowCount > 0 ? 'recovery_code' : undefined;
    },

    async recoveryCodesLeft(userId) {
      return pool.oneFirst(sql.type(count)`
        SELECT count(*)::int AS count FROM api.recovery_code WHERE user_id = ${userId}
      `);
    },

    async remove(userId) {
      await pool.query(sql.unsafe`DELETE FROM api.totp WHERE user_id = ${userId}`);
    },
  };
}

/** Returns 80 random bits in readable groups; enough entropy for an unkeyed hash. */
const newRecoveryCode = () => (base32(randomBytes(10)).match(/.{4}/g) ?? []).join('-');
const normal = (code: string) => code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '');
