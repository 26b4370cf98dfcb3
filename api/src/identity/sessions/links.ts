import { randomBytes } from 'node:crypto';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Secrets } from '../../platform/secrets.ts';
import { linkInvalid } from '../users/user.ts';
import { CONFIRM_LINK_MS, LINK_CLAIM_MS, RESET_LINK_MS, SETUP_LINK_MS } from './constants.ts';
import { emailHmac, type UserKind } from './credentials.ts';
import { hashToken } from './tokens.ts';

const link = z.object({
  kind: z.enum(['staff', 'client']),
  userId: z.string(),
  /** `confirm`: confirms a changed address. */
  purpose: z.enum(['setup', 'reset', 'confirm']),
  /** HMAC of the address that the link was sent to; the link proves access to this mailbox only. */
  sentTo: z.instanceof(Buffer),
});
export type Link = z.infer<typeof link>;

const FIELDS = sql.fragment`kind, user_id AS "userId", purpose, sent_to AS "sentTo"`;

const LIFETIMES: Readonly<Record<Link['purpose'], number>> = {
  setup: SETUP_LINK_MS,
  reset: RESET_LINK_MS,
  confirm: CONFIRM_LINK_MS,
};

/**
 * One-time links sent by email, stored as hashes. Earlier links of a user stay valid, so that strangers who request more links
 * cannot invalidate the link that the user is about to open.
 */
export interface Links {
  /** Returns the token of a new link for an email to this address. */
  create(link: Omit<Link, 'sentTo'> & { email: string }): Promise<string>;
  /** Returns the valid link of a token; undefined for forged, used, expired and revoked tokens. */
  find(token: string, kind: UserKind): Promise<Link | undefined>;
  /**
   * Claims the link, runs `work` and consumes the link; if `work` fails, the link stays valid. Throws `LINK_INVALID`,
   * including for a concurrent use.
   */
  use<T>(
    token: string,
    expected: Pick<Link, 'kind' | 'purpose'>,
    work: (link: Link) => Promise<T>,
  ): Promise<T>;
  /** Revokes the user's setup and reset links. */
  revokePasswordLinks(userId: string): Promise<void>;
}

export function createLinks(pool: DatabasePool, secrets: Secrets, now: () => number = Date.now): Links {
  const time = (offset = 0) => sql.timestamp(new Date(now() + offset));
  const isFree = () =>
    sql.fragment`expires_at > ${time()} AND (claimed_at IS NULL OR claimed_at <= ${time(-LINK_CLAIM_MS)})`;

  return {
    async create({ kind, userId, purpose, email }) {
      const token = randomBytes(32).toString('base64url');
      await pool.query(
        sql.unsafe`DELETE FROM api.link WHERE user_id = ${userId} AND expires_at <= ${time()}`,
      );
      await pool.query(sql.unsafe`
        INSERT INTO api.link (user_id, kind, purpose, sent_to, hash, created_at, expires_at)
        VALUES (${userId}, ${kind}, ${purpose}, ${sql.binary(emailHmac(secrets, kind, email))},
          ${sql.binary(hashToken(token))}, ${time()}, ${time(LIFETIMES[purpose])})
      `);
      return token;
    },

    async find(token, kind) {
      const row = await pool.maybeOne(sql.type(link)`
        SELECT ${FIELDS} FROM api.link
        WHERE hash = ${sql.binary(hashToken(token))} AND kind = ${kind} AND ${isFree()}
      `);
      return row ?? undefined;
    },

    async use(token, { kind, purpose }, work) {
      const hash = sql.binary(hashToken(token));
      const row = await pool.maybeOne(sql.type(link)`
        UPDATE api.link SET claimed_at = ${time()}
        WHERE hash = ${hash} AND kind = ${kind} AND purpose = ${purpose} AND ${isFree()}
        RETURNING ${FIELDS}
      `);
      if (!row) throw linkInvalid();
      try {
        const result = await work(row);
        await pool.query(sql.unsafe`DELETE FROM api.link WHERE hash = ${hash}`);
        return result;
      } catch (error) {
        await pool.query(sql.unsafe`UPDATE api.link SET claimed_at = NULL WHERE hash = ${hash}`);
        throw error;
      }
    },

    async revokePasswordLinks(userId) {
      await pool.query(sql.unsafe`
        DELETE FROM api.link WHERE user_id = ${userId} AND purpose IN ('setup', 'reset')
      `);
    },
  };
}
