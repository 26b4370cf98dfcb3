import { monitorConnection } from '@landline/runtime/postgres/monitored-connection';
import pg from 'pg';

/** Projector locks, held for as long as one database connection lasts. */
export interface ProjectorLocks {
  /** Projectors whose locks this process holds. */
  readonly held: ReadonlySet<string>;
  /** Aborts when the connection, and with it every lock, is lost; also on `close`. */
  readonly lost: AbortSignal;
  /** Tries to acquire the locks that this process does not hold; returns whether it acquired at least one. */
  acquire(names: readonly string[]): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens the connection that holds one advisory lock per projector. Only the process that holds the lock runs the
 * projector; other processes stand by. Calls `onRequest` when a rebuild or replay is requested.
 */
export async function openProjectorLocks(
  databaseUrl: string,
  signal: AbortSignal,
  onRequest: () => void,
): Promise<ProjectorLocks> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'projector locks',
    connectionTimeoutMillis: 10_000,
  });
  client.on('notification', onRequest);
  const { lost, close } = await monitorConnection(client, signal);
  const held = new Set<string>();
  try {
    await client.query('LISTEN projector_request');
  } catch (error) {
    await close();
    throw error;
  }
  return {
    held,
    lost,
    async acquire(names) {
      const missing = names.filter((name) => !held.has(name));
      if (missing.length === 0) return false;
      const { rows } = await client.query<{ name: string; acquired: boolean }>(
        `SELECT name, pg_try_advisory_lock(hashtextextended('landline: projector ' || name, 0)) AS acquired
         FROM unnest($1::text[]) AS name`,
        [missing],
      );
      const acquired = rows.filter((row) => row.acquired);
      for (const { name } of acquired) held.add(name);
      return acquired.length > 0;
    },
    close,
  };
}
