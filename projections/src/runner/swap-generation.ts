import { notifyReadModelMoved } from '@landline/runtime/postgres/read-model-moved';
import { transaction } from '@landline/runtime/postgres/transaction';
import type { Pool, PoolClient } from 'pg';
import { type Checkpoint, moveCheckpoint } from './checkpoint.ts';

/** `behind`: the live generation is ahead of the candidate, so nothing was swapped. */
type SwapResult = 'swapped' | 'behind';

/** Makes a generation live by updating one row, unless the live generation of the same log is ahead. */
export async function swapGeneration(
  pool: Pool,
  candidate: Pick<Checkpoint, 'projector' | 'generation' | 'logId'>,
  storedPosition: bigint,
  position: bigint,
): Promise<SwapResult> {
  return await transaction(pool, async (client) => {
    const { projector: model, generation, logId } = candidate;
    await moveCheckpoint(client, candidate, storedPosition, position);
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

/** Locks the live generation's checkpoint until the transaction ends, and returns it. */
async function lockLive(client: PoolClient, projector: string) {
  const { rows } = await client.query<{ log_id: string; position: string }>(
    `SELECT log_id, position FROM read.checkpoint
     WHERE projector = $1 AND generation = (SELECT live_generation FROM read.projector WHERE name = $1)
     FOR UPDATE`,
    [projector],
  );
  return rows[0];
}
