import type { Pool } from 'pg';
import { projectors } from './projectors/index.ts';
import { BEFORE_ALL, type Checkpoint, readCheckpoints, readLiveGenerations } from './runner/checkpoint.ts';
import type { ParkedEvent } from './runner/parking.ts';

/** Progress of a generation; it is complete when `position` reaches `head`. Both are commit positions. */
export type Progress = Omit<Checkpoint, 'projector'>;

export interface ProjectorStatus {
  readonly name: string;
  /** The generation that readers see; null before the first one is built. */
  readonly live: Progress | null;
  /** The generation being built to replace it. */
  readonly building: Progress | null;
  /** Number of parked events: those that could not be applied, and later ones of their streams. */
  readonly parked: number;
  /** Requests that are not finished yet. */
  readonly requests: readonly ('rebuild' | 'replay')[];
}

interface ParkedEventStatus extends Omit<ParkedEvent, 'correlationId'> {
  readonly projector: string;
  readonly attempts: number;
  readonly parkedAt: Date;
}

/** Maximum number of parked events that `parkedEvents` returns. */
const MAX_PARKED_EVENTS = 100;

/**
 * Returns the status of every projector that has run on this database, in name order. `logHead` is the position of the
 * last event; without it, `head` is the end of the log as last seen by the projections process.
 */
export async function projectionStatus(pool: Pool, logHead = BEFORE_ALL): Promise<ProjectorStatus[]> {
  const names = await projectorNames(pool);
  // Read first, so that the reads below see the changes of every request that has finished.
  const requests = await pool.query<{ projector: string; kind: 'rebuild' | 'replay' }>(
    'SELECT DISTINCT projector, kind FROM read.projector_request ORDER BY 1, 2',
  );
  const [checkpoints, live, parked] = await Promise.all([
    readCheckpoints(pool, names),
    readLiveGenerations(pool, names),
    pool.query<{ projector: string; generation: number; count: number }>(
      'SELECT projector, generation, count(*)::integer AS count FROM read.parked_event GROUP BY 1, 2',
    ),
  ]);
  const heads = new Map<string, bigint>();
  for (const { logId, head } of checkpoints) {
    const known = heads.get(logId) ?? logHead;
    heads.set(logId, head > known ? head : known);
  }
  return names.map((name) => {
    const liveGeneration = live.get(name) ?? 0;
    const progress = checkpoints
      .filter(({ projector }) => projector === name)
      .map(({ projector: _, ...checkpoint }) => ({
        ...checkpoint,
        head: heads.get(checkpoint.logId) ?? checkpoint.head,
      }));
    return {
      name,
      live: progress.find(({ generation }) => generation === liveGeneration) ?? null,
      building: progress.findLast(({ generation }) => generation > liveGeneration) ?? null,
      parked: parked.rows
        .filter(({ projector, generation }) => projector === name && generation >= liveGeneration)
        .reduce((sum, { count }) => sum + count, 0),
      requests: requests.rows.filter(({ projector }) => projector === name).map(({ kind }) => kind),
    };
  });
}

/** Names of all projectors in the code, including those that have not run yet. */
export const declaredProjectors: readonly string[] = projectors.map(({ name }) => name);

export interface MissingTable {
  readonly projector: string;
  readonly table: string;
}

/** Returns the tables that projectors declare and the database lacks. */
export async function missingTables(pool: Pool): Promise<MissingTable[]> {
  const declared = projectors.flatMap(({ name, tables }) =>
    tables.map((table) => ({ projector: name as string, table: table.name })),
  );
  const { rows } = await pool.query<MissingTable>(
    `SELECT projector, name AS table FROM unnest($1::text[], $2::text[]) AS declared(projector, name)
     WHERE to_regclass('read.' || name) IS NULL`,
    [declared.map(({ projector }) => projector), declared.map(({ table }) => table)],
  );
  return rows;
}

/**
 * Requests a rebuild beside the live generation. Resolves when the request is stored; `projectionStatus` shows its
 * progress.
 */
export const requestRebuild = (pool: Pool, projector: string) => request(pool, projector, 'rebuild');

/** Requests another attempt at the parked events of a projector. */
export const replayParked = (pool: Pool, projector: string) => request(pool, projector, 'replay');

/** Returns the oldest parked events of live generations. */
export async function parkedEvents(pool: Pool): Promise<ParkedEventStatus[]> {
  const { rows } = await pool.query(
    `SELECT e.projector, position, stream, revision, type, error, attempts, parked_at AS "parkedAt"
     FROM read.parked_event e JOIN read.projector p ON p.name = e.projector AND p.live_generation = e.generation
     ORDER BY position LIMIT ${MAX_PARKED_EVENTS}`,
  );
  return rows.map((row) => ({ ...row, position: BigInt(row.position), revision: BigInt(row.revision) }));
}

/** Returns the stream of a parked event of a live generation, and whether the event is the first parked one of that stream. */
export async function findParked(
  pool: Pool,
  projector: string,
  position: bigint,
): Promise<{ stream: string; isFirst: boolean } | undefined> {
  const { rows } = await pool.query<{ stream: string; isFirst: boolean }>(
    `SELECT e.stream, NOT EXISTS (
         SELECT FROM read.parked_event earlier
         WHERE earlier.projector = e.projector AND earlier.generation = e.generation
           AND earlier.stream = e.stream AND earlier.position < e.position) AS "isFirst"
     FROM read.parked_event e JOIN read.projector p ON p.name = e.projector AND p.live_generation = e.generation
     WHERE e.projector = $1 AND e.position = $2`,
    [projector, position],
  );
  return rows[0];
}

async function request(pool: Pool, projector: string, kind: 'rebuild' | 'replay'): Promise<void> {
  const { rowCount } = await pool.query(
    `WITH inserted AS (
       INSERT INTO read.projector_request (projector, kind)
       SELECT projector, $2 FROM read.checkpoint WHERE projector = $1 LIMIT 1 RETURNING id)
     SELECT pg_notify('projector_request', '') FROM inserted`,
    [projector, kind],
  );
  if (rowCount === 0) throw new Error(`Projector ${projector} has not run on this database`);
}

/** Returns the names of the projectors that have run on this database. */
async function projectorNames(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT DISTINCT projector AS name FROM read.checkpoint ORDER BY 1',
  );
  return rows.map(({ name }) => name);
}
