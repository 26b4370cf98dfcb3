import { type Lock, takeLock } from '@landline/event-schemas/lock';
import pg from 'pg';

/**
 * The right to publish the log, and how far it has been published: both live on one connection, so that a relay whose
 * place was taken cannot move the position any more.
 */
export interface Place extends Lock {
  /** The commit position of the last event of this log that is known to be in Kafka; -1 at first. */
  position(logId: string): Promise<bigint>;
  move(logId: string, position: bigint): Promise<void>;
}

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS relay;
  CREATE TABLE IF NOT EXISTS relay.checkpoint (
    log_id uuid PRIMARY KEY,
    position bigint NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  )`;

/** Stands by until no other relay leads. Rejects when the database goes away meanwhile, or when the signal ends it. */
export async function takePlace(databaseUrl: string, signal: AbortSignal): Promise<Place> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'relay',
    connectionTimeoutMillis: 10_000,
  });
  const lock = await takeLock(client, 'landline: relay', signal);
  try {
    await client.query(SCHEMA);
  } catch (error) {
    await lock.release();
    throw error;
  }
  return {
    ...lock,
    async position(logId) {
      const { rows } = await client.query<{ position: string }>(
        'SELECT position FROM relay.checkpoint WHERE log_id = $1',
        [logId],
      );
      return BigInt(rows[0]?.position ?? -1);
    },
    async move(logId, position) {
      await client.query(
        `INSERT INTO relay.checkpoint (log_id, position) VALUES ($1, $2)
         ON CONFLICT (log_id) DO UPDATE SET position = excluded.position, updated_at = now()`,
        [logId, position],
      );
    },
  };
}
