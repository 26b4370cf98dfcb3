import { transaction } from '@landline/runtime/postgres/transaction';
import type { Pool, PoolClient } from 'pg';
import type { Projector } from '../projector.ts';
import { BEFORE_ALL, type Checkpoint, readCheckpoints, readLiveGenerations } from './checkpoint.ts';

export interface PlannedGeneration {
  readonly projector: Projector;
  readonly checkpoint: Checkpoint;
}

/** Actions for each generation, derived from the database. */
interface Plan {
  /** Live generations to keep up to date. */
  readonly live: readonly PlannedGeneration[];
  /** Generations that go live once they have caught up. */
  readonly building: readonly PlannedGeneration[];
  /** Generations that no reader uses anymore. */
  readonly retired: readonly PlannedGeneration[];
}

/**
 * Derives from the checkpoints which generations to follow, build and remove. A generation written by
 * another projector version, or from another log, is not continued: it stays live, unchanged, until its
 * successor is built. Creates a generation where one is needed or its rebuild is `requested`.
 */
export async function makePlan(
  pool: Pool,
  projectors: readonly Projector[],
  logId: string,
  requested: ReadonlySet<string>,
): Promise<Plan> {
  const names = projectors.map(({ name }) => name);
  const [checkpoints, liveGenerations] = await Promise.all([
    readCheckpoints(pool, names),
    readLiveGenerations(pool, names),
  ]);
  const plan = {
    live: [] as PlannedGeneration[],
    building: [] as PlannedGeneration[],
    retired: [] as PlannedGeneration[],
  };
  for (const projector of projectors) {
    const own = checkpoints.filter((checkpoint) => checkpoint.projector === projector.name);
    const liveGeneration = liveGenerations.get(projector.name) ?? 0;
    const isCurrent = (checkpoint: Checkpoint) =>
      checkpoint.version === projector.version && checkpoint.logId === logId;
    const live = own.find((checkpoint) => checkpoint.generation === liveGeneration && isCurrent(checkpoint));
    let building = own.findLast(
      (checkpoint) => checkpoint.generation > liveGeneration && isCurrent(checkpoint),
    );
    if (building === undefined && (live === undefined || requested.has(projector.name))) {
      const generation = Math.max(liveGeneration, ...own.map(({ generation }) => generation)) + 1;
      building = await createGeneration(pool, projector, generation, logId);
    } else if (requested.has(projector.name)) await completeRequest(pool, projector.name); // a build in progress fulfills the request
    if (live) plan.live.push({ projector, checkpoint: live });
    if (building) plan.building.push({ projector, checkpoint: building });
    for (const checkpoint of own) {
      const isUsed = checkpoint.generation === liveGeneration || checkpoint === building;
      if (!isUsed) plan.retired.push({ projector, checkpoint });
    }
  }
  return plan;
}

/** Returns the projectors with a pending request for a rebuild. */
export async function rebuildRequests(pool: Pool, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ projector: string }>(
    `SELECT projector FROM read.projector_request WHERE kind = 'rebuild' AND projector = ANY($1)`,
    [names],
  );
  return new Set(rows.map(({ projector }) => projector));
}

async function completeRequest(client: Pool | PoolClient, name: string): Promise<void> {
  await client.query(`DELETE FROM read.projector_request WHERE kind = 'rebuild' AND projector = $1`, [name]);
}

/** Creates the checkpoint of a new generation, which fulfills pending requests. */
async function createGeneration(
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
    await completeRequest(client, name);
  });
  return { projector: name, generation, version, logId, position: BEFORE_ALL, head: BEFORE_ALL };
}
