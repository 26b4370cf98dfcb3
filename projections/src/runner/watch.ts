import { hold } from '@landline/event-schemas/hold';
import pg from 'pg';

/** The right to run projectors, and the ear for requests: both live as long as one connection does. */
export interface Watch {
  /** The projectors whose lock this process holds. */
  readonly held: ReadonlySet<string>;
  /** Aborted when the connection is lost, and every lock with it. */
  readonly lost: AbortSignal;
  /** Tries for the locks of those that are not held; true when one was got. */
  acquire(names: readonly string[]): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens the connection that holds one advisory lock a projector: of several processes one is active, the others stand
 * by. `onRequest` is called when somebody has asked for something.
 */
export async function openWatch(
  databaseUrl: string,
  signal: AbortSignal,
  onRequest: () => void,
): Promise<Watch> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'projections watch',
    connectionTimeoutMillis: 10_000,
  });
  client.on('notification', onRequest);
  const { lost, close } = await hold(client, signal);
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
      const { rows } = await client.query<{ name: string; got: boolean }>(
        `SELECT name, pg_try_advisory_lock(hashtextextended('landline: projector ' || name, 0)) AS got
         FROM unnest($1::text[]) AS name`,
        [missing],
      );
      const got = rows.filter((row) => row.got);
      for (const { name } of got) held.add(name);
      return got.length > 0;
    },
    close,
  };
}
