import { setTimeout as pause } from 'node:timers/promises';
import { withConnection } from '@landline/runtime/postgres/connection';
import pg from 'pg';
import type { Logger } from 'pino';

/** Tables besides the read models whose deleted rows hold keys, rows of imported files or secrets of closed accounts. */
const TABLES = [
  'api.subject_key',
  'api.upload_chunk',
  'api.credential',
  'api.totp',
  'graphile_worker._private_jobs',
];
/** Samples of column values that the planner uses. */
const STATISTICS = 'pg_catalog.pg_statistic';

/** Longest wait for a table's lock, during which its readers wait too, and pause before the next attempt, in milliseconds. */
const LOCK_MS = 1_000;
const RETRY_MS = 500;
const ATTEMPTS = 120;
/** Maximum rounds of switching segments; a second round is needed if a checkpoint had not yet read the setting. */
const LOG_ROUNDS = 5;
const LOCK_NOT_AVAILABLE = '55P03';
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Removes deleted rows from the data files and from the write-ahead log, where they would stay readable: rewrites the tables
 * and the planner's samples, then ends and removes the log's segments. Queries of a table wait while it is rewritten.
 */
export async function purgeStorage(
  databaseUrl: string,
  readModelTables: readonly string[],
  log: Logger,
): Promise<void> {
  await withConnection(databaseUrl, 'landline erasure', async (client) => {
    await waitUntilTransactionsEnd(client);
    await client.query(`SET lock_timeout = ${LOCK_MS}`);
    for (const table of [...readModelTables, ...TABLES])
      await rewrite(client, `VACUUM (FULL, ANALYZE) ${table}`);
    await rewrite(client, `VACUUM (FULL) ${STATISTICS}`);
    await rotateLog(client, log);
  });
}

/** Waits for the transactions that may still see the deleted rows, since a rewrite keeps those rows. */
async function waitUntilTransactionsEnd(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start < $1::timestamptz`,
      [rows[0]?.now],
    );
    if (rowCount === 0) return;
    await pause(RETRY_MS);
  }
  throw new Error('A transaction that was open before the erasure has not ended');
}

async function rewrite(client: pg.Client, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(statement);
      return;
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
      if (!isBusy || attempt === ATTEMPTS) throw error;
      await pause(RETRY_MS);
    }
  }
}

/** Ends and removes the segments of the write-ahead log, if the database user has the permission. */
async function rotateLog(client: pg.Client, log: Logger): Promise<void> {
  try {
    await removeSegments(client);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
    log.warn(
      { event: 'erasure.wal_not_rotated', err: error },
      'The database user lacks permission to remove write-ahead log segments; erased text stays in them until PostgreSQL overwrites them',
    );
  }
}

/**
 * Ends the current segment and the segments that checkpoints have prepared by renaming old ones. Repeats this until no
 * segment is prepared: the last checkpoint then has removed all old segments instead of renaming them.
 */
async function removeSegments(client: pg.Client): Promise<void> {
  await client.query('ALTER SYSTEM SET wal_recycle = off');
  try {
    await client.query('SELECT pg_reload_conf()');
    for (let round = 0; round < LOG_ROUNDS; round++) {
      const { rows } = await client.query<{ prepared: number }>(
        `SELECT count(*)::int AS prepared FROM pg_ls_waldir()
         WHERE name ~ '^[0-9A-F]{24}$' AND name > pg_walfile_name(pg_current_wal_insert_lsn())`,
      );
      const prepared = rows[0]?.prepared ?? 0;
      if (round > 0 && prepared === 0) return;
      for (let segment = 0; segment <= prepared; segment++) {
        // PostgreSQL does not end a segment without a record.
        await client.query(`SELECT pg_logical_emit_message(false, 'landline', 'erasure')`);
        await client.query('SELECT pg_switch_wal()');
      }
      await client.query('CHECKPOINT');
    }
    throw new Error('PostgreSQL keeps preparing segments of its write-ahead log from old ones');
  } finally {
    await client.query('ALTER SYSTEM RESET wal_recycle');
    await client.query('SELECT pg_reload_conf()');
  }
}
