import type { Pool, PoolClient } from 'pg';

/** Told to whoever listens when a read model has moved. */
export interface Moved {
  readonly model: string;
  readonly logId: string;
  readonly position: bigint;
  /** The clients whose screens may have changed; null: everybody's. */
  readonly clientIds: readonly string[] | null;
  /** False: only the position is news, what readers see is what it was. */
  readonly changed?: boolean;
}

/** A notification holds 8,000 bytes: beyond this many clients everybody is told. */
const MAX_CLIENT_IDS = 100;

const payload = ({ clientIds, position, ...rest }: Moved): string =>
  JSON.stringify({
    ...rest,
    position: String(position),
    clientIds: clientIds !== null && clientIds.length > MAX_CLIENT_IDS ? null : clientIds,
  });

/** Delivered when the transaction commits. */
export async function notifyMoved(client: PoolClient, moved: Moved): Promise<void> {
  await client.query(`SELECT pg_notify('read_model_moved', $1)`, [payload(moved)]);
}

/**
 * Tells that read models have passed events which changed nothing in them. Nothing is stored, so the commit that
 * delivers the notifications need not reach the disk.
 */
export async function notifyPassed(pool: Pool, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return;
  await pool.query(
    `WITH relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
     SELECT pg_notify('read_model_moved', payload) FROM relaxed, unnest($1::text[]) AS payload`,
    [moved.map(payload)],
  );
}
