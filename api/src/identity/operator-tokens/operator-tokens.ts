import { randomBytes } from 'node:crypto';
import { type OperatorScope, operatorScope } from '@landline/event-schemas';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Commands } from '../../platform/commands/commands.ts';
import { OPERATOR_TOKEN_PREFIX, type OperatorAuthenticator } from '../../platform/http/session.ts';
import { TOUCH_MS } from '../sessions/constants.ts';
import { hashToken } from '../sessions/tokens.ts';
import { loadAccount } from '../users/load-account.ts';

interface NewToken {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly OperatorScope[];
  readonly expiresAt: number;
}

/** Operator tokens, stored as hashes. The event log records who issued and revoked them. */
export interface OperatorTokens extends OperatorAuthenticator {
  /** Saves a new token and returns it. */
  issue(token: NewToken): Promise<string>;
  /** Returns false for an unknown token. */
  revoke(id: string): Promise<boolean>;
  /** Revokes all tokens that a user has issued, or those issued up to a given time, and returns their ids. */
  revokeAllForUser(userId: string, until?: Date): Promise<readonly string[]>;
  /** Returns all tokens, newest first. */
  list(): Promise<readonly TokenRow[]>;
}

const tokenRow = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  scopes: z.array(operatorScope),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  isRevoked: z.boolean(),
});
type TokenRow = z.infer<typeof tokenRow>;

const tokenId = z.object({ id: z.string() });

const usableRow = z.object({
  id: z.string(),
  user_id: z.string(),
  scopes: z.array(operatorScope),
  ends_at: z.number(),
});

export function createOperatorTokens(
  pool: DatabasePool,
  commands: Pick<Commands, 'load'>,
  now: () => number = Date.now,
): OperatorTokens {
  const time = (at = now()) => sql.timestamp(new Date(at));
  return {
    async issue({ id, userId, name, scopes, expiresAt }) {
      const token = OPERATOR_TOKEN_PREFIX + randomBytes(32).toString('base64url');
      const hash = sql.binary(hashToken(token));
      // A retried request replaces the token whose response was lost.
      await pool.query(sql.unsafe`
        INSERT INTO api.operator_token (id, hash, user_id, name, scopes, expires_at)
        VALUES (${id}, ${hash}, ${userId}, ${name}, ${sql.array([...scopes], 'text')}, ${time(expiresAt)})
        ON CONFLICT (id) DO UPDATE SET hash = excluded.hash
      `);
      return token;
    },

    async revoke(id) {
      const { rowCount } = await pool.query(sql.unsafe`
        UPDATE api.operator_token SET revoked_at = coalesce(revoked_at, ${time()}) WHERE id = ${id}
      `);
      return rowCount > 0;
    },

    revokeAllForUser: (userId, until = new Date(now())) =>
      pool.anyFirst(sql.type(tokenId)`
        UPDATE api.operator_token SET revoked_at = coalesce(revoked_at, ${time()})
        WHERE user_id = ${userId} AND created_at <= ${time(until.getTime())} RETURNING id
      `),

    list: () =>
      pool.any(sql.type(tokenRow)`
        SELECT id, user_id AS "userId", name, scopes, created_at AS "createdAt", expires_at AS "expiresAt",
          last_used_at AS "lastUsedAt", revoked_at IS NOT NULL AS "isRevoked"
        FROM api.operator_token ORDER BY created_at DESC, id
      `),

    async authenticate(token) {
      const row = await pool.maybeOne(sql.type(usableRow)`
        SELECT id, user_id, scopes, (extract(epoch FROM expires_at) * 1000)::float8 AS ends_at
        FROM api.operator_token
        WHERE hash = ${sql.binary(hashToken(token))} AND revoked_at IS NULL AND expires_at > ${time()}
      `);
      if (!row) return undefined;
      // A token works only while the user who issued it is an active SuperAdmin.
      const account = await loadAccount(commands, { kind: 'staff', id: row.user_id });
      if (!account?.isActive || account.actor.role !== 'SuperAdmin') return undefined;
      await pool.query(sql.unsafe`
        UPDATE api.operator_token SET last_used_at = ${time()}
        WHERE id = ${row.id} AND (last_used_at IS NULL OR last_used_at < ${time(now() - TOUCH_MS)})
      `);
      const { id, scopes, ends_at: endsAt } = row;
      return { id, actor: { ...account.actor, operatorToken: id }, endsAt, operatorScopes: scopes };
    },
  };
}
