import type { Pool, PoolClient } from 'pg';
import { type Checkpoint, moveCheckpoint } from './checkpoint.ts';
import { CheckpointMovedError } from './failure.ts';
import { notifyMoved } from './notify.ts';
import { transaction } from './transaction.ts';

/** `behind`: the generation that serves has seen more. */
export type Swap = 'swapped' | 'behind';

/** Moves the one row through which readers find the generation that serves. Never takes them back in time. */
export async function swap(
  pool: Pool,
  candidate: Pick<Checkpoint, 'projector' | 'generation' | 'logId'>,
  stored: bigint,
  position: bigint,
): Promise<Swap> {
  return await transaction(pool, async (client) => {
    const { projector: model, generation, logId } = candidate;
    const move = await moveCheckpoint(client, candidate, stored, position);
    if (move.outcome !== 'moved')
      throw new CheckpointMovedError(`${model} (${generation}) is ${move.outcome}`);
    const serving = await lockServing(client, model);
    if (serving !== undefined && serving.log_id === logId && BigInt(serving.position) > position) {
      return 'behind';
    }
    await client.query(
      `INSERT INTO read.projector (name, live_generation) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET live_generation = excluded.live_generation`,
      [model, generation],
    );
    await notifyMoved(client, { model, logId, position, clientIds: null });
    return 'swapped';
  });
}

/** The checkpoint that serves, held still until the transaction ends. */
async function lockServing(client: PoolClient, projector: string) {
  const { rows } = await client.query<{ log_id: string; position: string }>(
    `SELECT log_id, position FROM read.checkpoint
     WHERE projector = $1 AND generation = (SELECT live_generation FROM read.projector WHERE name = $1)
     FOR UPDATE`,
    [projector],
  );
  return rows[0];
}
