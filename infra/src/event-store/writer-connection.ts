import { setTimeout as delay } from 'node:timers/promises';
import { PermanentError } from '@landline/runtime/process/permanent-error';
import pg from 'pg';
import type { Logger } from 'pino';
import { lastPosition } from './event-table.ts';
import { migrate } from './schema.ts';

/** Advisory lock of the single writer: 'landline' in ASCII. */
const WRITER_LOCK = '7809632559219205733';
const LOCK_TIMEOUT_MS = 15_000;
const FIRST_RETRY_MS = 25;
const LAST_RETRY_MS = 1_000;

/** A connection holding the write lock, and the end of the log when it was acquired. */
interface WriterConnection {
  readonly client: pg.Client;
  readonly head: number;
}

export class DatabaseTakenError extends Error {
  override readonly name = 'DatabaseTakenError';
}

/**
 * True when the outcome of the statement is unknown: the connection was lost or the server is shutting
 * down. Any other database error means that the statement had no effect.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseTakenError || error instanceof PermanentError) return false;
  if (!(error instanceof pg.DatabaseError)) return true;
  return error.code === undefined || error.code.startsWith('08') || error.code.startsWith('57P');
}

/**
 * Connects, acquires the write lock, which only one connection to the database can hold, and migrates the tables.
 * After an interrupted connection of this process, this also waits until the last statement of that connection has
 * ended.
 */
async function connectAsWriter(databaseUrl: string, signal: AbortSignal): Promise<WriterConnection> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'landline event store',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on('error', () => {}); // the connection also ends, and pending queries reject
  try {
    await client.connect();
    await acquireLock(client, signal);
    await client.query("SET synchronous_commit = 'on'");
    await migrate(client);
    return { client, head: await lastPosition(client) };
  } catch (error) {
    await client.end().catch(() => {}); // the first error is the one to report
    throw error;
  }
}

async function acquireLock(client: pg.Client, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      WRITER_LOCK,
    ]);
    if (rows[0]?.locked) return;
    if (Date.now() > deadline)
      throw new DatabaseTakenError('Another event store is writing to this database');
    await delay(50, undefined, { signal });
  }
}

/** Retries until the database answers or `signal` aborts. */
export async function reconnectAsWriter(
  databaseUrl: string,
  log: Logger,
  signal: AbortSignal,
): Promise<WriterConnection> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
    try {
      return await connectAsWriter(databaseUrl, signal);
    } catch (error) {
      if (signal.aborted || !isConnectionLoss(error)) throw error;
      log.warn(
        { event: 'eventstore.database_unreachable', err: error },
        "The event store's database does not respond; retrying",
      );
      await delay(wait, undefined, { signal });
    }
  }
}
