import { acquireLock, type Lock } from '@landline/runtime/postgres/advisory-lock';
import pg from 'pg';
import type { ConsumerLag } from './consumer-lag.ts';

/**
 * The relay lock with its checkpoint. Both use one connection, so a relay that lost the lock cannot move
 * the checkpoint.
 */
export interface Leadership extends Lock {
  /** Returns the commit position of the last event of this log known to be in Kafka; -1 at first. */
  position(logId: string): Promise<bigint>;
  move(logId: string, position: bigint): Promise<void>;
  /** Stores the lag of Kafka's consumer groups for the metrics. */
  recordConsumerLag(lags: readonly ConsumerLag[]): Promise<void>;
}

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS relay;
  CREATE TABLE IF NOT EXISTS relay.checkpoint (
    log_id uuid PRIMARY KEY,
    position bigint NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE IF NOT EXISTS relay.consumer_lag (
    consumer_group text NOT NULL,
    topic text NOT NULL,
    lag bigint NOT NULL,
    measured_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer_group, topic)
  )`;

/**
 * Waits until no other relay holds the lock. Rejects when the database becomes unreachable, or when the
 * signal aborts.
 */
export async function takeLeadership(databaseUrl: string, signal: AbortSignal): Promise<Leadership> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'relay',
    connectionTimeoutMillis: 10_000,
  });
  const lock = await acquireLock(client, 'landline: relay', signal);
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
    async recordConsumerLag(lags) {
      await client.query(
        `INSERT INTO relay.consumer_lag (consumer_group, topic, lag)
         SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[])
         ON CONFLICT (consumer_group, topic) DO UPDATE SET lag = excluded.lag, measured_at = now()`,
        [lags.map(({ group }) => group), lags.map(({ topic }) => topic), lags.map(({ lag }) => lag)],
      );
      await client.query(`DELETE FROM relay.consumer_lag WHERE measured_at < now() - interval '5 minutes'`);
    },
  };
}
