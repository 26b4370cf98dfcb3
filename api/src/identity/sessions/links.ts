import { randomBytes } from 'node:crypto';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { linkInvalid } from '../users/user.ts';
import { CONFIRM_LINK_MS, LINK_CLAIM_MS, RESET_LINK_MS, SETUP_LINK_MS } from './constants.ts';
import type { UserKind } from './credentials.ts';
import { hashToken } from './tokens.ts';

const purpose = z.enum(['setup', 'reset', 'recover', 'confirm']);
/** `recover`: a reset link to the last confirmed address; `confirm`: confirms a changed address. */
export type StoredPurpose = z.infer<typeof purpose>;

const LIFETIMES: Readonly<Record<StoredPurpose, number>> = {
  setup: SETUP_LINK_MS,
  reset: RESET_LINK_MS,
  recover: RESET_LINK_MS,
  confirm: CONFIRM_LINK_MS,
};

export interface Link {
  kind: UserKind;
  userId: string;
  purpose: StoredPurpose;
}

/** One-time links of emails, stored as hashes. A user has at most one for each purpose. */
export interface Links {
  /** Returns a new token and voids the previous one for this purpose. */
  create(link: Link): Promise<string>;
  /** Returns the valid link of a token; undefined for forged, used, expired and voided tokens. */
  find(token: string, kind: UserKind): Promise<Link | undefined>;
  /**
   * Claims the link, runs `work` and consumes the link; if `work` fails, the link stays valid. Throws `LINK_INVALID`, also for
   * concurrent uses.
   */
  use<T>(
    token: string,
    wanted: { kind: UserKind; purposes: readonly StoredPurpose[] },
    work: (link: Link) => Promise<T>,
  ): Promise<T>;
  /** Voids the user's links for these purposes. */
  revoke(userId: string, purposes: readonly StoredPurpose[]): Promise<void>;
}

const row = z.object({
  user_id: z.string(),
  kind: z.enum(['staff', 'client']),
  purpose,
});

export function createLinks(pool: DatabasePool, now: () => number = Date.now): Links {
  const time = (offset = 0) => sql.timestamp(new Date(now() + offset));
  const isFree = () =>
    sql.fragment`expires_at > ${time()} AND (claimed_at IS NULL OR claimed_at <= ${time(-LINK_CLAIM_MS)})`;

  return {
    async create({ kind, userId, purpose }) {
      const token = randomBytes(32).toString('base64url');
      await pool.query(sql.unsafe`
        INSERT INTO api.link (user_id, kind, purpose, hash, created_at, expires_at)
        VALUES (${userId}, ${kind}, ${purpose}, ${sql.binary(hashToken(token))}, ${time()}, ${time(LIFETIMES[purpose])})
        ON CONFLICT (user_id, purpose) DO UPDATE SET kind = excluded.kind, hash = excluded.hash,
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

    async use(token, { kind, purposes }, work) {
      const hash = sql.binary(hashToken(token));
      const claimed = await pool.maybeOne(sql.type(row)`
        UPDATE api.link SET claimed_at = ${time()}
        WHERE hash = ${hash} AND kind = ${kind} AND purpose = ANY(${sql.array([...purposes], 'text')}) AND ${isFree()}
        RETURNING user_id, kind, purpose
      `);
      if (!claimed) throw linkInvalid();
      try {
        const result = await work({ kind, userId: claimed.user_id, purpose: claimed.purpose });
        await pool.query(sql.unsafe`DELETE FROM api.link WHERE hash = ${hash}`);
        return result;
      } catch (error) {
        await pool.query(sql.unsafe`UPDATE api.link SET claimed_at = NULL WHERE hash = ${hash}`);
        throw error;
      }
    },

    async revoke(userId, purposes) {
      await pool.query(sql.unsafe`
        DELETE FROM api.link WHERE user_id = ${userId} AND purpose = ANY(${sql.array([...purposes], 'text')})
      `);
    },
  };
}
