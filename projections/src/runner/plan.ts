import type { Pool, PoolClient } from 'pg';
import type { Projector } from '../projector.ts';
import { BEFORE_ALL, type Checkpoint, readCheckpoints, readLive } from './checkpoint.ts';
import { transaction } from './transaction.ts';

export interface Planned {
  readonly projector: Projector;
  readonly checkpoint: Checkpoint;
}

/** What the database says there is to do. */
export interface Plan {
  /** Generations that serve and are kept up to date. */
  readonly live: readonly Planned[];
  /** Generations that will serve once they have caught up. */
  readonly building: readonly Planned[];
  /** Generations that nobody reads any more. */
  readonly retired: readonly Planned[];
}

/**
 * Decides from the checkpoints what is followed, built and removed. A generation that was written by another version
 * of its projector, or from another log, is not continued: it serves, standing still, until its successor is built.
 * Begins a generation where one is needed or was asked for.
 */
export async function makePlan(pool: Pool, projectors: readonly Projector[], logId: string): Promise<Plan> {
  const names = projectors.map(({ name }) => name);
  const [checkpoints, serving, wanted] = await Promise.all([
    readCheckpoints(pool, names),
    readLive(pool, names),
    rebuildRequests(pool, names),
  ]);
  const plan = { live: [] as Planned[], building: [] as Planned[], retired: [] as Planned[] };
  for (const projector of projectors) {
    const mine = checkpoints.filter((checkpoint) => checkpoint.projector === projector.name);
    const servingGeneration = serving.get(projector.name) ?? 0;
    const isCurrent = (one: Checkpoint) => one.version === projector.version && one.logId === logId;
    const live = mine.find((one) => one.generation === servingGeneration && isCurrent(one));
    let building = mine.findLast((one) => one.generation > servingGeneration && isCurrent(one));
    if (building === undefined && (live === undefined || wanted.has(projector.name))) {
      const generation = Math.max(servingGeneration, ...mine.map((one) => one.generation)) + 1;
      building = await begin(pool, projector, generation, logId);
    } else if (wanted.has(projector.name)) await answer(pool, projector.name); // by what is being built already
    if (live) plan.live.push({ projector, checkpoint: live });
    if (building) plan.building.push({ projector, checkpoint: building });
    for (const checkpoint of mine) {
      const used = checkpoint.generation === servingGeneration || checkpoint === building;
      if (!used) plan.retired.push({ projector, checkpoint });
    }
  }
  return plan;
}

async function rebuildRequests(pool: Pool, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ projector: string }>(
    `SELECT projector FROM read.projector_request WHERE kind = 'rebuild' AND projector = ANY($1)`,
    [names],
  );
  return new Set(rows.map(({ projector }) => projector));
}

async function answer(client: Pool | PoolClient, name: string): Promise<void> {
  await client.query(`DELETE FROM read.projector_request WHERE kind = 'rebuild' AND projector = $1`, [name]);
}

/** The first trace of a new generation; it answers what requests there were. */
async function begin(
  pool: Pool,
  projector: Projector,
  generation: number,
  logId: string,
): Promise<Checkpoint> {
  const { name, version } = projector;
  await transaction(pool, async (client) => {
    await client.query(
      `INSERT INTO read.checkpoint (projector, generation, version, log_id, position, head)
       VALUES ($1, $2, $3, $4, $5, $5)`,
      [name, generation, version, logId, BEFORE_ALL],
    );
    await client.query(`DELETE FROM read.projector_request WHERE kind = 'rebuild' AND projector = $1`, [
      name,
    ]);
  });
  return { projector: name, generation, version, logId, position: BEFORE_ALL, head: BEFORE_ALL };
}
