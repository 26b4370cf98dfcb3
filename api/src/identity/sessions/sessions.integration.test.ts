import { randomUUID } from 'node:crypto';
import type { Actor } from '@landline/event-schemas';
import { openTestDatabases, type TestDatabases } from '@landline/infra/testing/services';
import jwt from 'jsonwebtoken';
import type pg from 'pg';
import { pino } from 'pino';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDatabase, connectPlainPool } from '../../platform/database.ts';
import { migrate } from '../../platform/migrations.ts';
import { loadSecrets } from '../../platform/secrets.ts';
import { ACCESS_TOKEN_MS, INACTIVITY_MS, MAX_SESSION_MS, REFRESH_GRACE_MS } from './constants.ts';
import { createSessions, type Sessions, type Tokens } from './sessions.ts';

const SECRET = 'a secret that only tests know, and long enough';
const log = pino({ level: 'silent' });
const ada: Actor = { id: 'ada', role: 'Admin' };

let postgres: TestDatabases;
let pool: DatabasePool;
let plainPool: pg.Pool;
let sessions: Sessions;
/** The sessions' clock. */
let now: number;

beforeAll(async () => {
  postgres = await openTestDatabases();
  const url = await postgres.database('landline');
  pool = await connectDatabase(url, { checkRows: true });
  await migrate(url);
  plainPool = connectPlainPool(url, log);
  const secrets = await loadSecrets(pool);
  sessions = createSessions({ pool, pg: plainPool, secrets, jwtSecret: SECRET, log, now: () => now });
});
afterAll(async () => {
  await pool?.end();
  await plainPool?.end();
  await postgres?.dispose();
});
beforeEach(() => {
  now = Date.parse('2026-11-21T12:00:00Z');
});

const open = () => sessions.open(randomUUID(), ada);

async function refreshTokens(token: string): Promise<Tokens> {
  const result = await sessions.refresh(token);
  if (result.outcome !== 'refreshed') throw new Error(`The token was ${result.outcome}`);
  return result.tokens;
}

describe('an access token', () => {
  test('authenticates its session', async () => {
    const { access, session } = await open();
    expect(await sessions.authenticate(access.token)).toEqual(session);
    expect(session.actor).toEqual(ada);
  });

  test('carries the tenant of a client user', async () => {
    const user: Actor = { id: 'u', role: 'ClientUser', clientId: 'c1' };
    const { access } = await sessions.open(randomUUID(), user);
    expect((await sessions.authenticate(access.token))?.actor).toEqual(user);
  });

  test('expires', async () => {
    const { access } = await open();
    now += ACCESS_TOKEN_MS;
    expect(await sessions.authenticate(access.token)).toBeUndefined();
  });

  test('is invalid once its session has ended', async () => {
    const { access, session } = await open();
    expect(await sessions.authenticate(access.token)).toBeDefined();
    expect(await sessions.end(session.id, 'signed_out')).toBe(true);
    expect(await sessions.authenticate(access.token)).toBeUndefined();
    expect(await sessions.end(session.id, 'signed_out')).toBe(false);
  });

  test.for([
    [
      'signed with another key',
      (sid: string) => jwt.sign({ sid }, `${SECRET}!`, { issuer: 'landline', expiresIn: 600 }),
    ],
    [
      'not signed',
      (sid: string) => jwt.sign({ sid }, '', { algorithm: 'none', issuer: 'landline', expiresIn: 600 }),
    ],
    ['of another issuer', (sid: string) => jwt.sign({ sid }, SECRET, { issuer: 'other', expiresIn: 600 })],
    [
      'with another algorithm',
      (sid: string) => jwt.sign({ sid }, SECRET, { algorithm: 'HS512', issuer: 'landline', expiresIn: 600 }),
    ],
    ['that never expires', (sid: string) => jwt.sign({ sid }, SECRET, { issuer: 'landline' })],
    ['without a session', () => jwt.sign({ sub: 'ada' }, SECRET, { issuer: 'landline', expiresIn: 600 })],
    ['that is not a JWT', () => 'not.a.token'],
    ['that is empty', () => ''],
  ] as const)('%s is rejected', async ([, forge]) => {
    const { session } = await open();
    expect(await sessions.authenticate(forge(session.id))).toBeUndefined();
  });

  test('is rejected with changed claims', async () => {
    const [mine, other] = [await open(), await open()];
    const [header, , signature] = mine.access.token.split('.');
    const [, claims] = other.access.token.split('.');
    expect(await sessions.authenticate(`${header}.${claims}.${signature}`)).toBeUndefined();
  });
});

describe('a session', () => {
  test('expires after 2 hours of inactivity', async () => {
    const { session } = await open();
    now += INACTIVITY_MS - 1;
    expect(await sessions.isOpen(session.id)).toBe(true);
    now += 1;
    expect(await sessions.isOpen(session.id)).toBe(false);
  });

  test('stays open while used, up to 11 hours', async () => {
    let tokens = await open();
    const start = now;
    while (now < start + MAX_SESSION_MS - INACTIVITY_MS / 2) {
      now += INACTIVITY_MS / 2;
      tokens = await refreshTokens(tokens.refreshToken);
    }
    now = start + MAX_SESSION_MS - 1;
    expect(await sessions.isOpen(tokens.session.id)).toBe(true);
    now += 1;
    expect(await sessions.isOpen(tokens.session.id)).toBe(false);
    expect(await sessions.refresh(tokens.refreshToken)).toEqual({ outcome: 'rejected', superseded: false });
  });

  test('is kept alive by requests', async () => {
    const { access, session } = await open();
    now += ACCESS_TOKEN_MS - 1;
    await sessions.authenticate(access.token);
    // The last use is written asynchronously.
    await expect
      .poll(async () => {
        const { rows } = await plainPool.query('SELECT last_used_at FROM api.session WHERE id = $1', [
          session.id,
        ]);
        return rows[0].last_used_at.getTime();
      })
      .toBe(now);
    now += INACTIVITY_MS - 1;
    expect(await sessions.isOpen(session.id)).toBe(true);
  });

  test('is opened once per id', async () => {
    const id = randomUUID();
    const first = await sessions.open(id, ada);
    const second = await sessions.open(id, ada);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect((await refreshTokens(first.refreshToken)).session.id).toBe(id);
    expect((await refreshTokens(second.refreshToken)).session.id).toBe(id);
  });
});

describe('a refresh token', () => {
  test('returns new tokens of the same session', async () => {
    const { refreshToken, session } = await open();
    const next = await refreshTokens(refreshToken);
    expect(next.session).toEqual(session);
    expect(next.refreshToken).not.toBe(refreshToken);
    expect(await sessions.authenticate(next.access.token)).toEqual(session);
  });

  test('gives concurrent tabs the same successor', async () => {
    const { refreshToken } = await open();
    const [one, two] = await Promise.all([refreshTokens(refreshToken), refreshTokens(refreshToken)]);
    expect(one.refreshToken).toBe(two.refreshToken);
  });

  test('returns the same successor for 10 s', async () => {
    const { refreshToken } = await open();
    const next = await refreshTokens(refreshToken);
    now += REFRESH_GRACE_MS;
    expect((await refreshTokens(refreshToken)).refreshToken).toBe(next.refreshToken);
  });

  test('ends its session when reused after 10 s', async () => {
    const { refreshToken, session } = await open();
    const next = await refreshTokens(refreshToken);
    now += REFRESH_GRACE_MS + 1;
    expect(await sessions.refresh(refreshToken)).toEqual({ outcome: 'replayed', session, superseded: false });
    expect(await sessions.authenticate(next.access.token)).toBeUndefined();
    expect(await sessions.refresh(next.refreshToken)).toEqual({ outcome: 'rejected', superseded: false });
  });

  test('ends its session immediately if older than the previous one', async () => {
    const { refreshToken, session } = await open();
    const next = await refreshTokens(refreshToken);
    await refreshTokens(next.refreshToken);
    expect(await sessions.refresh(refreshToken)).toEqual({ outcome: 'replayed', session, superseded: false });
    expect(await sessions.isOpen(session.id)).toBe(false);
  });

  test('is rejected if unknown', async () => {
    expect(await sessions.refresh('made up')).toEqual({ outcome: 'rejected', superseded: false });
    expect(await sessions.byRefreshToken('made up')).toBeUndefined();
  });

  test('is not stored in the database', async () => {
    const { refreshToken } = await open();
    const next = await refreshTokens(refreshToken);
    const { rows } = await plainPool.query<object>('SELECT * FROM api.refresh_token');
    const stored = JSON.stringify(rows.map((row) => Object.values(row).map(String)));
    expect(stored).not.toContain(refreshToken);
    expect(stored).not.toContain(next.refreshToken);
  });
});
