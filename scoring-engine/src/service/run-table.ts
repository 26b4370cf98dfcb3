import { EVERYONE, type EventData } from '@landline/event-schemas';
import {
  isRunOver,
  type RunState,
  type RunStep,
  runState,
  runStateAfter,
} from '@landline/event-schemas/lifecycles/rescoring-run';
import type pg from 'pg';
import { type Epoch, inEpoch } from './epoch.ts';
import { notifyMoved } from './notify.ts';
import type { Need } from './state.ts';

/** A run as it stands in `scoring.run`. */
export interface Run {
  readonly runId: string;
  readonly datasetKey: string;
  readonly scope: string;
  readonly state: RunState;
  /** What is to be told to the log, once the scores have been swapped in. */
  readonly rescored: EventData<'CandidatesRescored'> | null;
}

export interface Details {
  readonly total?: number;
  readonly scored?: number;
  readonly model_hash?: string;
  readonly rescored?: EventData<'CandidatesRescored'>;
  readonly error?: string;
  /** How many chunks each engine scored of a run that several shared. */
  readonly shares?: Readonly<Record<string, number>> | undefined;
}

/** The runs of which something can still become. */
export async function readUnfinished(client: pg.Pool | pg.PoolClient): Promise<Run[]> {
  const { rows } = await client.query<{
    run_id: string;
    dataset_key: string;
    scope: string;
    state: string;
    rescored: Run['rescored'];
  }>(
    `SELECT run_id, dataset_key, scope, state, rescored FROM scoring.run WHERE finished_at IS NULL ORDER BY position`,
  );
  return rows.map((row) => ({
    runId: row.run_id,
    datasetKey: row.dataset_key,
    scope: row.scope,
    state: runState.parse(row.state),
    rescored: row.rescored,
  }));
}

/** A run whose scores readers see and of which the log has not been told; every swap that began has ended by then. */
export async function findUntold(pool: pg.Pool, epoch: Epoch, runId: string): Promise<Run | undefined> {
  const unfinished = await inEpoch(pool, epoch, readUnfinished);
  return unfinished.find((run) => run.runId === runId && run.state === 'swapping');
}

/** Runs of a dataset in a scope that are kept to be looked at; the log tells of all. */
const KEPT = 50;

/** Enters the run that a need asks for, unless it is there. Those for an older need that have not begun to write give way. */
export async function enqueue(client: pg.PoolClient, need: Need): Promise<void> {
  const { rows } = await client.query<{ run_id: string }>(
    `SELECT run_id FROM scoring.run
     WHERE dataset_key = $1 AND scope = $2 AND run_id <> $3 AND position < $4 AND state IN ('queued', 'scoring')`,
    [need.datasetKey, need.scope, need.runId, need.position],
  );
  for (const { run_id } of rows) await takeStep(client, run_id, 'SUPERSEDE');
  await client.query(
    `INSERT INTO scoring.run (run_id, dataset_key, scope, position, state) VALUES ($1, $2, $3, $4, 'queued')
     ON CONFLICT (run_id) DO NOTHING`,
    [need.runId, need.datasetKey, need.scope, need.position],
  );
  await client.query(
    `DELETE FROM scoring.run WHERE dataset_key = $1 AND scope = $2 AND finished_at IS NOT NULL AND position < (
       SELECT position FROM scoring.run WHERE dataset_key = $1 AND scope = $2 ORDER BY position DESC OFFSET ${KEPT} LIMIT 1
     )`,
    [need.datasetKey, need.scope],
  );
}

/** Takes a step of a run's life cycle; undefined when it does not take it, and then nothing is changed. */
export async function takeStep(
  client: pg.PoolClient,
  runId: string,
  step: RunStep,
  { total, scored, model_hash, rescored, error, shares }: Details = {},
): Promise<RunState | undefined> {
  const { rows } = await client.query<{ state: string }>(
    'SELECT state FROM scoring.run WHERE run_id = $1 FOR UPDATE',
    [runId],
  );
  const [row] = rows;
  const next = row && runStateAfter(runState.parse(row.state), step);
  if (next === undefined) return undefined;
  await client.query(
    `UPDATE scoring.run SET state = $2, finished_at = CASE WHEN $3 THEN now() END,
       started_at = CASE WHEN $2 = 'scoring' THEN now() ELSE started_at END,
       total = coalesce($4, total), scored = coalesce($5, scored), model_hash = coalesce($6, model_hash),
       rescored = coalesce($7, rescored), error = $8, shares = coalesce($9, shares)
     WHERE run_id = $1`,
    [runId, next, isRunOver(next), total, scored, model_hash, rescored, error, shares],
  );
  return next;
}

/** A step in a transaction of its own, told to whoever watches runs. */
export async function takeStepAlone(
  pool: pg.Pool,
  epoch: Epoch,
  need: Pick<Need, 'runId' | 'scope'>,
  step: RunStep,
  details?: Details,
): Promise<RunState | undefined> {
  return await inEpoch(pool, epoch, async (client, position) => {
    const next = await takeStep(client, need.runId, step, details);
    await notifyMoved(client, {
      model: 'runs',
      logId: epoch.logId,
      position,
      clientIds: watchersOf(need.scope),
    });
    return next;
  });
}

/** Reports progress now and then, never two reports at a time, and none that anybody waits for. */
export function progressReporter(pool: pg.Pool, epoch: Epoch, need: Need): (scored: number) => void {
  const REPORT_MS = 200;
  let reportedAt = 0;
  let reporting = false;
  return (scored) => {
    if (reporting || performance.now() - reportedAt < REPORT_MS) return;
    reporting = true;
    reportedAt = performance.now();
    const payload = {
      model: 'runs',
      logId: epoch.logId,
      position: String(epoch.position < 0n ? 0n : epoch.position),
      clientIds: watchersOf(need.scope),
    };
    pool
      .query(
        `WITH progress AS (UPDATE scoring.run SET scored = $2 WHERE run_id = $1 AND state IN ('scoring', 'writing') RETURNING 1)
         SELECT pg_notify('read_model_moved', $3) FROM progress`,
        [need.runId, scored, JSON.stringify(payload)],
      )
      .catch(() => undefined) // the step that follows reports the same trouble
      .finally(() => {
        reporting = false;
      });
  };
}

const watchersOf = (scope: string): string[] | null => (scope === EVERYONE ? null : [scope]);
