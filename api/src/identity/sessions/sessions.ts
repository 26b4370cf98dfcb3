import type { Actor } from '@landline/event-schemas';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type CommonQueryMethods, type DatabasePool, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { createBatchLoader } from '../../platform/batch-loader.ts';
import type { Session } from '../../platform/http/session.ts';
import { SESSION_ENDED_CHANNEL } from '../../platform/live/session-channels.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { INACTIVITY_MS, MAX_SESSION_MS, REFRESH_GRACE_MS, TOUCH_MS } from './constants.ts';
import {
  OPEN_SESSIONS,
  refreshQuery,
  type SessionRow,
  sessionIn,
  sessionOfRefresh,
  toSession,
} from './session-rows.ts';
import {
  type AccessToken,
  accessTokenKey,
  createTokenReader,
  hashToken,
  isForged,
  issueAccessToken,
  newRefreshToken,
} from './tokens.ts';

export interface Tokens {
  session: Session;
  access: AccessToken;
  refreshToken: string;
}

/**
 * Result of a refresh. `replayed`: the token's successor was already in use, so the session was ended. `superseded`: the
 * browser has signed in again since.
 */
export type RefreshResult =
  | { outcome: 'refreshed'; tokens: Tokens }
  | { outcome: 'replayed'; session: Session; superseded: boolean }
  | { outcome: 'rejected'; superseded: boolean };

export interface Sessions {
  /** Opens a session, or issues new tokens if the id is already open. */
  open(id: string, user: Actor, userAgent?: string): Promise<Tokens>;
  /** Returns the open session of an access token. */
  authenticate(accessToken: string): Promise<Session | undefined>;
  /** Returns true for a token that claims to be Landline's but has an invalid signature. */
  isForged(accessToken: string): boolean;
  /** Returns whether a session is open; does not count as use of it. */
  isOpen(sessionId: string): Promise<boolean>;
  /** Returns the session of a refresh token, open or not. */
  byRefreshToken(refreshToken: string): Promise<Session | undefined>;
  refresh(refreshToken: string): Promise<RefreshResult>;
  /** Returns false if the session had already ended. */
  end(sessionId: string, because: SessionEnd): Promise<boolean>;
  /** Ends the previous session of a browser that signs in again. Returns false if it had already ended. */
  supersede(sessionId: string): Promise<boolean>;
  /** Ends all sessions of a user except those listed. */
  endAllOf(userId: string, because: SessionEnd, except?: readonly string[]): Promise<void>;
  /** Ends all sessions of a client's users. */
  endOfClient(clientId: string): Promise<void>;
  /** Returns the open sessions of a user, most recently used first. */
  openOf(userId: string): Promise<readonly OpenSession[]>;
}

type SessionEnd = 'signed_out' | 'token_replayed' | 'revoked' | 'password_changed' | 'access_changed';

const openSession = z.object({
  id: z.string(),
  user_agent: z.string().nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
});
export type OpenSession = z.infer<typeof openSession>;

const SUPERSEDED = 'superseded';
const USER_AGENT_LENGTH = 400;

interface SessionDeps {
  pool: DatabasePool;
  pg: pg.Pool;
  secrets: Secrets;
  jwtSecret: string;
  log: Logger;
  now?: () => number;
}

export function createSessions({ pool, pg, secrets, jwtSecret, log, now = Date.now }: SessionDeps): Sessions {
  const key = accessTokenKey(jwtSecret);
  const sessionOf = createTokenReader(key);

  // Every request reads its session's row; concurrent requests share a query.
  const find = createBatchLoader<SessionRow>(async (ids) => {
    const at = now();
    const values = [ids, new Date(at), new Date(at - INACTIVITY_MS)];
    const { rows } = await pg.query<SessionRow>({ name: 'open sessions', text: OPEN_SESSIONS, values });
    return new Map(rows.map((row) => [row.id, row]));
  });

  function touch(row: SessionRow): void {
    const at = now();
    if (at - row.last_used_at.getTime() < TOUCH_MS) return;
    pg.query('UPDATE api.session SET last_used_at = $2 WHERE id = $1 AND last_used_at < $2', [
      row.id,
      new Date(at),
    ]).catch((error) =>
      log.warn({ event: 'session.touch_failed', err: error }, 'Could not record the use of a session'),
    );
  }

  async function endWhere(
    condition: FragmentSqlToken,
    because: string,
    connection: CommonQueryMethods = pool,
  ): Promise<boolean> {
    const update = await connection.query(sql.unsafe`
      UPDATE api.session SET ended_at = ${timestamp(now())}, ended_because = ${because}
      WHERE ${condition} AND ended_at IS NULL
      RETURNING pg_notify(${SESSION_ENDED_CHANNEL}, id::text)
    `);
    return update.rowCount > 0;
  }
  const end = (id: string, because: string, connection?: CommonQueryMethods) =>
    endWhere(sql.fragment`id = ${id}`, because, connection);

  const issue = (session: Session, refreshToken: string): Tokens => ({
    session,
    access: issueAccessToken(session.id, key, now()),
    refreshToken,
  });

  return {
    async open(id, { id: userId, role, clientId }, userAgent) {
      const at = now();
      const refreshToken = newRefreshToken();
      await pool.transaction(async (transaction) => {
        await transaction.query(sql.unsafe`
          DELETE FROM api.session WHERE expires_at < ${timestamp(at - MAX_SESSION_MS)}
        `);
        await transaction.query(sql.unsafe`
          INSERT INTO api.session (id, user_id, role, client_id, created_at, last_used_at, expires_at, user_agent)
          VALUES (${id}, ${userId}, ${role}, ${clientId ?? null}, ${timestamp(at)}, ${timestamp(at)},
            ${timestamp(at + MAX_SESSION_MS)}, ${userAgent?.slice(0, USER_AGENT_LENGTH) ?? null})
          ON CONFLICT (id) DO NOTHING
        `);
        await transaction.query(sql.unsafe`
          INSERT INTO api.refresh_token (hash, session_id) VALUES (${sql.binary(hashToken(refreshToken))}, ${id})
        `);
      });
      return issue(toSession(id, userId, role, clientId ?? null, at + MAX_SESSION_MS), refreshToken);
    },

    async authenticate(accessToken) {
      const id = sessionOf(accessToken, now());
      const row = id === undefined ? undefined : await find(id);
      if (!row) return undefined;
      touch(row);
      return sessionIn(row);
    },

    isForged: (accessToken) => isForged(accessToken, key),

    isOpen: async (sessionId) => (await find(sessionId)) !== undefined,

    async byRefreshToken(refreshToken) {
      const row = await pool.maybeOne(refreshQuery(refreshToken));
      return row ? sessionOfRefresh(row) : undefined;
    },

    refresh(refreshToken) {
      const hash = hashToken(refreshToken);
      return pool.transaction(async (transaction): Promise<RefreshResult> => {
        // Serializes concurrent tabs, which get the same successor.
        await transaction.query(sql.unsafe`
          SELECT 1 FROM api.refresh_token WHERE hash = ${sql.binary(hash)} FOR UPDATE
        `);
        const row = await transaction.maybeOne(refreshQuery(refreshToken));
        if (!row) return { outcome: 'rejected', superseded: false };
        const at = now();
        const session = sessionOfRefresh(row);
        const superseded = row.ended_because === SUPERSEDED;
        const successor = secrets.successorOf(refreshToken);
        if (row.replaced_at !== null) {
          const isPrevious = row.successor_replaced_at === null;
          if (!isPrevious || at - Date.parse(row.replaced_at) > REFRESH_GRACE_MS) {
            await end(row.id, 'token_replayed', transaction);
            return { outcome: 'replayed', session, superseded };
          }
        }
        const isIdle = at - Date.parse(row.last_used_at) >= INACTIVITY_MS;
        if (row.ended_at !== null || at >= session.endsAt || isIdle) {
          return { outcome: 'rejected', superseded };
        }
        if (row.replaced_at === null) {
          const successorHash = sql.binary(hashToken(successor));
          await transaction.query(sql.unsafe`
            INSERT INTO api.refresh_token (hash, session_id) VALUES (${successorHash}, ${row.id})
          `);
          await transaction.query(sql.unsafe`
            UPDATE api.refresh_token SET successor = ${successorHash}, replaced_at = ${timestamp(at)}
            WHERE hash = ${sql.binary(hash)}
          `);
        }
        await transaction.query(sql.unsafe`
          UPDATE api.session SET last_used_at = ${timestamp(at)} WHERE id = ${row.id}
        `);
        return { outcome: 'refreshed', tokens: issue(session, successor) };
      });
    },

    end,

    async supersede(sessionId) {
      if (await end(sessionId, SUPERSEDED)) return true;
      await pool.query(sql.unsafe`
        UPDATE api.session SET ended_because = ${SUPERSEDED} WHERE id = ${sessionId}
      `);
      return false;
    },

    endAllOf: (userId, because, except = []) =>
      endWhere(
        sql.fragment`user_id = ${userId} AND id <> ALL(${sql.array([...except], 'uuid')})`,
        because,
      ).then(() => undefined),

    openOf(userId) {
      const at = now();
      return pool.any(sql.type(openSession)`
        SELECT id, user_agent, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM api.session
        WHERE user_id = ${userId} AND ended_at IS NULL AND expires_at > ${timestamp(at)}
          AND last_used_at > ${timestamp(at - INACTIVITY_MS)}
        ORDER BY last_used_at DESC, created_at DESC
      `);
    },

    endOfClient: (clientId) =>
      endWhere(sql.fragment`client_id = ${clientId}`, 'client_ended').then(() => undefined),
  };
}

const timestamp = (milliseconds: number) => sql.timestamp(new Date(milliseconds));
