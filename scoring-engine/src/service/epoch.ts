import { transaction } from '@landline/runtime/postgres/transaction';
import type pg from 'pg';

/** Another engine has become active; this one must stop writing. */
export class FencedError extends Error {
  readonly code = 'FENCED';
  constructor() {
    super('Another scoring engine is active');
  }
}

/** Fencing token for writing scores: only transactions of the latest epoch commit. */
export interface Epoch {
  readonly epoch: number;
  readonly logId: string;
  /** Log position up to which all events that change a visible score in place have been applied. */
  readonly position: bigint;
}

/**
 * Starts the epoch of an engine that holds the lock. Retires live sets from another log: current readers can finish
 * with them, new readers do not find them.
 */
export async function beginEpoch(pool: pg.Pool, logId: string): Promise<Epoch> {
  return await transaction(pool, async (client) => {
    await client.query(
      `INSERT INTO scoring.checkpoint (log_id, position, epoch) VALUES ($1, -1, 0) ON CONFLICT DO NOTHING`,
      [logId],
    );
    const { rows } = await client.query<{ log_id: string; position: string; epoch: number }>(
      'UPDATE scoring.checkpoint SET epoch = epoch + 1 RETURNING log_id, position, epoch',
    );
    const [row] = rows;
    if (row === undefined) throw new Error('scoring.checkpoint is empty');
    if (row.log_id === logId) return { epoch: row.epoch, logId, position: BigInt(row.position) };
    await client.query(
      `WITH gone AS (DELETE FROM scoring.live_set RETURNING set_id)
       INSERT INTO scoring.retired_set (set_id, retired_at) SELECT set_id, now() FROM gone
       ON CONFLICT (set_id) DO UPDATE SET retired_at = excluded.retired_at`,
    );
    await client.query('DELETE FROM scoring.run');
    await client.query('UPDATE scoring.checkpoint SET log_id = $1, position = -1, updated_at = now()', [
      logId,
    ]);
    return { epoch: row.epoch, logId, position: -1n };
  });
}

/** Runs one transaction of the active engine. Transactions of all engines run one at a time. Throws FencedError. */
export async function inEpoch<T>(
  pool: pg.Pool,
  { epoch }: Epoch,
  work: (client: pg.PoolClient, position: bigint) => Promise<T>,
): Promise<T> {
  return await transaction(pool, async (client) => {
    const { rows } = await client.query<{ epoch: number; position: string }>(
      'SELECT epoch, position FROM scoring.checkpoint FOR UPDATE',
    );
    if (rows[0]?.epoch !== epoch) throw new FencedError();
    return await work(client, BigInt(rows[0].position));
  });
}
