import type { Actor } from '@landline/event-schemas';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type DatabasePool, type DatabaseTransactionConnection, sql } from 'slonik';
import { z } from 'zod';
import { gather } from '../gather.ts';
import type { Session } from '../http/route.ts';
import type { Secrets } from '../secrets.ts';
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
  freshRefreshToken,
  hashToken,
  isForged,
  issueAccessToken,
} from './tokens.ts';

/** Told on this channel, with the session's id, the moment that a session ends: open streams close. */
export const SESSION_ENDED_CHANNEL = 'session_ended';

export interface Tokens {
  session: Session;
  access: AccessToken;
  refreshToken: string;
}

/**
 * What became of a refresh token. `replayed`: its successor was in use already, so its family is ended now.
 * `superseded`: the browser that it was given to has signed in anew.
 */
export type Refreshed =
  | { outcome: 'refreshed'; tokens: Tokens }
  | { outcome: 'replayed'; session: Session; superseded: boolean }
  | { outcome: 'refused'; superseded: boolean };

export interface Sessions {
  /** Opens the session of that id, or hands out new tokens of it when it was opened before. */
  open(id: string, user: Actor, userAgent?: string): Promise<Tokens>;
  /** The session that an access token stands for, if it is still open: one row is read. */
  authenticate(accessToken: string): Promise<Session | undefined>;
  /** Whether it says that it is an access token of ours, and was signed by somebody else. */
  isForged(accessToken: string): boolean;
  /** True while the session is neither ended nor over. Asking does not keep it alive. */
  isOpen(sessionId: string): Promise<boolean>;
  /** The session of a refresh token, whatever has become of it. */
  byRefreshToken(refreshToken: string): Promise<Session | undefined>;
  refresh(refreshToken: string): Promise<Refreshed>;
  /** False when it was over already. */
  end(sessionId: string, because: SessionEnd): Promise<boolean>;
  /** Ends the session that a browser held when it signed in anew. False when it was over already. */
  supersede(sessionId: string): Promise<boolean>;
  /** Ends every session of a user, but for those named. */
  endAllOf(userId: string, because: SessionEnd, except?: readonly string[]): Promise<void>;
  /** Ends every session of a client's users. */
  endOfClient(clientId: string): Promise<void>;
  /** The open sessions of a user, the last used first. */
  openOf(userId: string): Promise<OpenSession[]>;
}

type SessionEnd = 'signed_out' | 'token_replayed' | 'revoked' | 'password_changed' | 'access_changed';

const openSession = z.object({
  id: z.string(),
  user_agent: z.string().nullable(),
  created_at: z.number(),
  last_used_at: z.number(),
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

/** Sessions and their tokens, in tables of ours (DESIGN §7). */
export function createSessions({ pool, pg, secrets, jwtSecret, log, now = Date.now }: SessionDeps): Sessions {
  const key = accessTokenKey(jwtSecret);
  const sessionOf = createTokenReader(key);

  // Every request asks for its session's row: those that come at one time ask together.
  const find = gather<SessionRow>(async (ids) => {
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
    ]).catch((error) => log.warn({ err: error }, 'A session was used and it could not be written down'));
  }

  async function end(connection: DatabasePool | DatabaseTransactionConnection, id: string, because: string) {
    const ended = await connection.query(sql.unsafe`
      UPDATE api.session SET ended_at = ${timestamp(now())}, ended_because = ${because}
      WHERE id = ${id} AND ended_at IS NULL
      RETURNING pg_notify(${SESSION_ENDED_CHANNEL}, id::text)
    `);
    return ended.rowCount > 0;
  }

  const issue = (session: Session, refreshToken: string): Tokens => ({
    session,
    access: issueAccessToken(session.id, key, now()),
    refreshToken,
  });

  return {
    async open(id, { id: userId, role, clientId }, userAgent) {
      const at = now();
      const refreshToken = freshRefreshToken();
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
      return pool.transaction(async (transaction): Promise<Refreshed> => {
        // Two tabs that come at once wait here for each other, and get the same successor.
        await transaction.query(sql.unsafe`
          SELECT 1 FROM api.refresh_token WHERE hash = ${sql.binary(hash)} FOR UPDATE
        `);
        const row = await transaction.maybeOne(refreshQuery(refreshToken));
        if (!row) return { outcome: 'refused', superseded: false };
        const at = now();
        const session = sessionOfRefresh(row);
        const superseded = row.ended_because === SUPERSEDED;
        const successor = secrets.successorOf(refreshToken);
        if (row.replaced_at !== null) {
          const isPrevious = row.successor_replaced_at === null;
          if (!isPrevious || at - row.replaced_at > REFRESH_GRACE_MS) {
            await end(transaction, row.id, 'token_replayed');
            return { outcome: 'replayed', session, superseded };
          }
        }
        if (row.ended_at !== null || at >= row.expires_at || at - row.last_used_at >= INACTIVITY_MS) {
          return { outcome: 'refused', superseded };
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

    end: (sessionId, because) => end(pool, sessionId, because),

    async supersede(sessionId) {
      if (await end(pool, sessionId, SUPERSEDED)) return true;
      await pool.query(sql.unsafe`
        UPDATE api.session SET ended_because = ${SUPERSEDED} WHERE id = ${sessionId}
      `);
      return false;
    },

    async endAllOf(userId, because, except = []) {
      await pool.query(sql.unsafe`
        UPDATE api.session SET ended_at = ${timestamp(now())}, ended_because = ${because}
        WHERE user_id = ${userId} AND ended_at IS NULL AND id <> ALL(${sql.array([...except], 'uuid')})
        RETURNING pg_notify(${SESSION_ENDED_CHANNEL}, id::text)
      `);
    },

    async openOf(userId) {
      const at = now();
      const rows = await pool.any(sql.type(openSession)`
        SELECT id, user_agent, created_at, last_used_at FROM api.session
        WHERE user_id = ${userId} AND ended_at IS NULL AND expires_at > ${timestamp(at)}
          AND last_used_at > ${timestamp(at - INACTIVITY_MS)}
        ORDER BY last_used_at DESC, created_at DESC
      `);
      return [...rows];
    },
    async endOfClient(clientId) {
      await pool.query(sql.unsafe`
        UPDATE api.session SET ended_at = ${timestamp(now())}, ended_because = 'client_ended'
        WHERE client_id = ${clientId} AND ended_at IS NULL
        RETURNING pg_notify(${SESSION_ENDED_CHANNEL}, id::text)
      `);
    },
  };
}

const timestamp = (milliseconds: number) => sql.timestamp(new Date(milliseconds));
