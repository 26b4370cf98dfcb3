import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { lastPosition } from './event-table.ts';
import { migrate } from './schema.ts';

/** Taken by the one process that may write: 'landline' in ASCII. */
const WRITER_LOCK = '7809632559219205733';
const LOCK_PATIENCE_MS = 15_000;
const FIRST_RETRY_MS = 25;
const LAST_RETRY_MS = 1_000;

/** The right to write, and where the log ended when it was taken. */
export interface WriterConnection {
  readonly client: pg.Client;
  readonly head: number;
}

export class DatabaseTaken extends Error {
  override readonly name = 'DatabaseTaken';
}

/**
 * Whether an error leaves open what became of the statement: the connection is gone, or the server is on its way
 * down. Any other error of the database means that the statement has had no effect.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseTaken) return false;
  if (!(error instanceof pg.DatabaseError)) return true;
  return error.code === undefined || error.code.startsWith('08') || error.code.startsWith('57P');
}

/**
 * Connects with the right to write, which at most one connection to the database holds at a time: when an earlier
 * one of ours was cut off, this also waits until whatever it was doing is over. Tables are brought up to date.
 */
async function connectAsWriter(databaseUrl: string, signal: AbortSignal): Promise<WriterConnection> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'landline event store',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on('error', () => {}); // the connection also ends, and whoever waits for a query hears of it
  try {
    await client.connect();
    await takeLock(client, signal);
    await client.query("SET synchronous_commit = 'on'");
    await migrate(client);
    return { client, head: await lastPosition(client) };
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

async function takeLock(client: pg.Client, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + LOCK_PATIENCE_MS;
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      WRITER_LOCK,
    ]);
    if (rows[0]?.locked) return;
    if (Date.now() > deadline) throw new DatabaseTaken('Another event store is writing to this database');
    await delay(50, undefined, { signal });
  }
}

/** Keeps trying to connect while the database does not answer, until `signal` aborts. */
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
      log.warn({ err: error }, 'the database does not answer, trying again');
      await delay(wait, undefined, { signal });
    }
  }
}
