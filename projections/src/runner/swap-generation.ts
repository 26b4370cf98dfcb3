import { notifyReadModelMoved } from '@landline/runtime/postgres/read-model-moved';
import { transaction } from '@landline/runtime/postgres/transaction';
import type { Pool, PoolClient } from 'pg';
import { type Checkpoint, moveCheckpoint } from './checkpoint.ts';

/** `behind`: the live generation is ahead. */
type Swap = 'swapped' | 'behind';

/** Points readers at a generation by updating one row. Never moves them back in time. */
export async function swapGeneration(
  pool: Pool,
  candidate: Pick<Checkpoint, 'projector' | 'generation' | 'logId'>,
  stored: bigint,
  position: bigint,
): Promise<Swap> {
  return await transaction(pool, async (client) => {
    const { projector: model, generation, logId } = candidate;
    await moveCheckpoint(client, candidate, stored, position);
    const live = await lockLive(client, model);
    if (live !== undefined && live.log_id === logId && BigInt(live.position) > position) {
      return 'behind';
    }
    await client.query(
      `INSERT INTO read.projector (name, live_generation) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET live_generation = excluded.live_generation`,
      [model, generation],
    );
    await notifyReadModelMoved(client, { model, logId, position, clientIds: null });
    return 'swapped';
  });
}

/** Locks the live checkpoint until the transaction ends. */
async function lockLive(client: PoolClient, projector: string) {
  const { rows } = await client.query<{ log_id: string; position: string }>(
    `SELECT log_id, position FROM read.checkpoint
     WHERE projector = $1 AND generation = (SELECT live_generation FROM read.projector WHERE name = $1)
     FOR UPDATE`,
    [projector],
  );
  return rows[0];
}
