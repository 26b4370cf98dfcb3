import { randomBytes } from 'node:crypto';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { LINK_CLAIM_MS, RESET_LINK_MS, SETUP_LINK_MS } from './constants.ts';
import type { LinkPurpose } from './contract.ts';
import type { UserKind } from './credentials.ts';
import { hashToken } from './tokens.ts';
import { linkInvalid } from './user.ts';

export interface Link {
  kind: UserKind;
  userId: string;
  purpose: LinkPurpose;
}

/** Links that open an account once, kept as hashes (DESIGN §3). A user has one at most: the newest. */
export interface Links {
  /** A fresh token; the one before opens no more. */
  create(link: Link): Promise<string>;
  /** What a token is good for now, or undefined: forged, used, expired and voided tokens are all the same. */
  find(token: string, kind: UserKind): Promise<Link | undefined>;
  /**
   * Runs what the link is for and uses it up. Of those who come at once with one link the first alone gets in;
   * when the work fails, the link can be tried again. Throws `LINK_INVALID`.
   */
  use<T>(
    token: string,
    wanted: Pick<Link, 'kind' | 'purpose'>,
    work: (userId: string) => Promise<T>,
  ): Promise<T>;
  /** No link of this user opens any more. */
  revoke(userId: string): Promise<void>;
}

const row = z.object({
  user_id: z.string(),
  kind: z.enum(['staff', 'client']),
  purpose: z.enum(['setup', 'reset']),
});

export function createLinks(pool: DatabasePool, now: () => number = Date.now): Links {
  const time = (offset = 0) => sql.timestamp(new Date(now() + offset));
  const isFree = () =>
    sql.fragment`expires_at > ${time()} AND (claimed_at IS NULL OR claimed_at <= ${time(-LINK_CLAIM_MS)})`;

  return {
    async create({ kind, userId, purpose }) {
      const token = randomBytes(32).toString('base64url');
      const lifetime = purpose === 'setup' ? SETUP_LINK_MS : RESET_LINK_MS;
      await pool.query(sql.unsafe`
        INSERT INTO api.link (user_id, kind, purpose, hash, created_at, expires_at)
        VALUES (${userId}, ${kind}, ${purpose}, ${sql.binary(hashToken(token))}, ${time()}, ${time(lifetime)})
        ON CONFLICT (user_id) DO UPDATE SET kind = excluded.kind, purpose = excluded.purpose, hash = excluded.hash,
          created_at = excluded.created_at, expires_at = excluded.expires_at, claimed_at = NULL
      `);
      return token;
    },

    async find(token, kind) {
      const found = await pool.maybeOne(sql.type(row)`
        SELECT user_id, kind, purpose FROM api.link
        WHERE hash = ${sql.binary(hashToken(token))} AND kind = ${kind} AND ${isFree()}
      `);
      return found ? { kind: found.kind, userId: found.user_id, purpose: found.purpose } : undefined;
    },

    async use(token, { kind, purpose }, work) {
      const hash = sql.binary(hashToken(token));
      const claimed = await pool.maybeOne(sql.type(row)`
        UPDATE api.link SET claimed_at = ${time()}
        WHERE hash = ${hash} AND kind = ${kind} AND purpose = ${purpose} AND ${isFree()}
        RETURNING user_id, kind, purpose
      `);
      if (!claimed) throw linkInvalid();
      try {
        const result = await work(claimed.user_id);
        await pool.query(sql.unsafe`DELETE FROM api.link WHERE hash = ${hash}`);
        return result;
      } catch (error) {
        await pool.query(sql.unsafe`UPDATE api.link SET claimed_at = NULL WHERE hash = ${hash}`);
        throw error;
      }
    },

    async revoke(userId) {
      await pool.query(sql.unsafe`DELETE FROM api.link WHERE user_id = ${userId}`);
    },
  };
}
