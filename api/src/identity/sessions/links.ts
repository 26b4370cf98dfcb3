import { randomBytes } from 'node:crypto';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { linkInvalid } from '../users/user.ts';
import { LINK_CLAIM_MS, RESET_LINK_MS, SETUP_LINK_MS } from './constants.ts';
import type { LinkPurpose } from './contract.ts';
import type { UserKind } from './credentials.ts';
import { hashToken } from './tokens.ts';

export interface Link {
  kind: UserKind;
  userId: string;
  purpose: LinkPurpose;
}

/** One-time setup and reset links, stored as hashes. A user has at most one. */
export interface Links {
  /** Returns a new token and voids the previous one. */
  create(link: Link): Promise<string>;
  /** Returns the valid link of a token; undefined for forged, used, expired and voided tokens. */
  find(token: string, kind: UserKind): Promise<Link | undefined>;
  /**
   * Claims the link, runs `work` and consumes the link; if `work` fails, the link stays valid. Throws `LINK_INVALID`, also for
   * concurrent uses.
   */
  use<T>(
    token: string,
    wanted: Pick<Link, 'kind' | 'purpose'>,
    work: (userId: string) => Promise<T>,
  ): Promise<T>;
  /** Voids the user's link. */
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
