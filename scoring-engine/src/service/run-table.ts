import { EVERYONE, type EventData } from '@landline/event-schemas';
import {
  isRunFinished,
  type RunState,
  type RunStep,
  runState,
  runStateAfter,
} from '@landline/event-schemas/lifecycles/rescoring-run';
import { notifyReadModelMoved, readModelMovedPayload } from '@landline/runtime/postgres/read-model-moved';
import type pg from 'pg';
import { type Epoch, inEpoch } from './epoch.ts';
import type { RescoringRequest } from './state.ts';

/** A row of `scoring.run`. */
export interface Run {
  readonly runId: string;
  readonly datasetKey: string;
  readonly scope: string;
  readonly state: RunState;
  /** Data of the event that reports the run after its scores have been swapped in. */
  readonly rescored: EventData<'CandidatesRescored'> | null;
}

export interface RunDetails {
  readonly total?: number;
  readonly scored?: number;
  readonly model_hash?: string;
  readonly rescored?: EventData<'CandidatesRescored'>;
  readonly error?: string;
  /** Number of chunks that each engine scored in a distributed run. */
  readonly shares?: Readonly<Record<string, number>> | undefined;
}

/** Returns the runs that are not in a final state. */
export async function readUnfinished(client: pg.Pool | pg.PoolClient): Promise<Run[]> {
  const { rows } = await client.query<Omit<Run, 'state'> & { state: string }>(
    `SELECT run_id AS "runId", dataset_key AS "datasetKey", scope, state, rescored
     FROM scoring.run WHERE finished_at IS NULL ORDER BY position`,
  );
  return rows.map((row) => ({ ...row, state: runState.parse(row.state) }));
}

/** Returns a run whose scores are live but not yet reported; waits for swaps in progress. */
export async function findUnreported(pool: pg.Pool, epoch: Epoch, runId: string): Promise<Run | undefined> {
  const unfinished = await inEpoch(pool, epoch, readUnfinished);
  return unfinished.find((run) => run.runId === runId && run.state === 'swapping');
}

/** Number of finished runs kept per dataset and scope for display; the event log contains all of them. */
const MAX_KEPT_RUNS = 50;

/**
 * Inserts the requested run unless it exists, and supersedes older runs that have not started writing.
 */
export async function enqueue(client: pg.PoolClient, request: RescoringRequest): Promise<void> {
  const { rows } = await client.query<{ run_id: string }>(
    `SELECT run_id FROM scoring.run
     WHERE dataset_key = $1 AND scope = $2 AND run_id <> $3 AND position < $4 AND state IN ('queued', 'scoring')`,
    [request.datasetKey, request.scope, request.runId, request.position],
  );
  for (const { run_id } of rows) await transitionRun(client, run_id, 'SUPERSEDE');
  await client.query(
    `INSERT INTO scoring.run (run_id, dataset_key, scope, position, state) VALUES ($1, $2, $3, $4, 'queued')
     ON CONFLICT (run_id) DO NOTHING`,
    [request.runId, request.datasetKey, request.scope, request.position],
  );
  await client.query(
    `DELETE FROM scoring.run WHERE dataset_key = $1 AND scope = $2 AND finished_at IS NOT NULL AND position < (
       SELECT position FROM scoring.run WHERE dataset_key = $1 AND scope = $2 ORDER BY position DESC OFFSET ${MAX_KEPT_RUNS} LIMIT 1
     )`,
    [request.datasetKey, request.scope],
  );
}

/**
 * Moves a run to its next state. Changes nothing and returns undefined when the run's state does not allow the
 * step.
 */
export async function transitionRun(
  client: pg.PoolClient,
  runId: string,
  step: RunStep,
  { total, scored, model_hash, rescored, error, shares }: RunDetails = {},
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
    [runId, next, isRunFinished(next), total, scored, model_hash, rescored, error, shares],
  );
  return next;
}

/** Moves a run to its next state in a separate transaction and notifies dashboards. */
export async function transitionRunAndNotify(
  pool: pg.Pool,
  epoch: Epoch,
  request: Pick<RescoringRequest, 'runId' | 'scope'>,
  step: RunStep,
  details?: RunDetails,
): Promise<RunState | undefined> {
  return await inEpoch(pool, epoch, async (client, position) => {
    const next = await transitionRun(client, request.runId, step, details);
    await notifyReadModelMoved(client, runsMoved(epoch, position, request.scope));
    return next;
  });
}

/** Returns a function that reports progress in the background, at most every 200 ms. */
export function progressReporter(
  pool: pg.Pool,
  epoch: Epoch,
  request: RescoringRequest,
): (scored: number) => void {
  const REPORT_MS = 200;
  let reportedAt = 0;
  let isReporting = false;
  return (scored) => {
    if (isReporting || performance.now() - reportedAt < REPORT_MS) return;
    isReporting = true;
    reportedAt = performance.now();
    const position = epoch.position < 0n ? 0n : epoch.position;
    const payload = readModelMovedPayload(runsMoved(epoch, position, request.scope));
    pool
      .query(
        `WITH progress AS (UPDATE scoring.run SET scored = $2 WHERE run_id = $1 AND state IN ('scoring', 'writing') RETURNING 1)
         SELECT pg_notify('read_model_moved', $3) FROM progress`,
        [request.runId, scored, payload],
      )
      .catch(() => undefined) // the run's next step fails with the same error
      .finally(() => {
        isReporting = false;
      });
  };
}

/** Returns the notification that runs of a scope changed. */
export const runsMoved = ({ logId }: Epoch, position: bigint, scope: string) => ({
  model: 'runs',
  logId,
  position,
  clientIds: scope === EVERYONE ? null : [scope],
});
