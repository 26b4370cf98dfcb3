import type { Pool, PoolClient } from 'pg';
import { CheckpointMovedError } from './transient.ts';

/** Position before the first event of a log. */
export const BEFORE_ALL = -1n;

/** Progress of one generation of a read model. */
export interface Checkpoint {
  readonly projector: string;
  readonly generation: number;
  readonly version: number;
  readonly logId: string;
  readonly position: bigint;
  /** End of the log as last seen by the process that runs the projector. */
  readonly head: bigint;
}

/**
 * Moves a checkpoint by compare-and-set from its known position; the row stays locked until the transaction ends.
 * Throws `CheckpointMovedError` if another process moved the checkpoint or removed the generation.
 */
export async function moveCheckpoint(
  client: PoolClient,
  { projector, generation }: Pick<Checkpoint, 'projector' | 'generation'>,
  expected: bigint,
  position: bigint,
): Promise<void> {
  const update = await client.query(
    `UPDATE read.checkpoint SET position = $4, head = greatest(head, $4), updated_at = now()
     WHERE projector = $1 AND generation = $2 AND position = $3`,
    [projector, generation, expected, position],
  );
  if (update.rowCount === 0)
    throw new CheckpointMovedError(
      `${projector}: generation ${generation} was removed or is not at ${expected}`,
    );
}

/** Returns the checkpoints of these projectors by name, oldest generation first. */
export async function readCheckpoints(
  pool: Pool | PoolClient,
  projectors: readonly string[],
): Promise<Checkpoint[]> {
  const { rows } = await pool.query<
    Omit<Checkpoint, 'position' | 'head'> & { position: string; head: string }
  >(
    `SELECT projector, generation, version, log_id AS "logId", position, head
     FROM read.checkpoint WHERE projector = ANY($1) ORDER BY projector, generation`,
    [projectors],
  );
  return rows.map((row) => ({ ...row, position: BigInt(row.position), head: BigInt(row.head) }));
}

/** Returns the live generation by projector; a projector is missing until its first generation goes live. */
export async function readLiveGenerations(
  pool: Pool | PoolClient,
  projectors: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string; live_generation: number }>(
    'SELECT name, live_generation FROM read.projector WHERE name = ANY($1)',
    [projectors],
  );
  return new Map(rows.map(({ name, live_generation }) => [name, live_generation]));
}
