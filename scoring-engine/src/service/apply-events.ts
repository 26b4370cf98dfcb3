import type { EventStoreDBClient } from '@eventstore/db-client';
import { notifyReadModelMoved, readModelMovedPayload } from '@landline/runtime/postgres/read-model-moved';
import type pg from 'pg';
import { beginEpoch, type Epoch, FencedError, inEpoch } from './epoch.ts';
import { affectedClients, type CandidatesByDataset, correctScores, readLiveSets } from './live-sets.ts';
import { reportRescored } from './report-rescored.ts';
import { enqueue, readUnfinished, transitionRun } from './run-table.ts';
import type { RunnerContext } from './runner-context.ts';
import { type Consequences, keyOf, type RescoringRequest, type ScoringState } from './state.ts';
import { retireLeftovers } from './sweep.ts';

/**
 * Reconciles the database with the state after any interruption: reports runs that were swapped in but not reported,
 * corrects the scores of candidates classified since the checkpoint, and finds the datasets that must be rescored.
 */
export async function activateEngine(
  { pool, client }: { pool: pg.Pool; client: EventStoreDBClient },
  state: ScoringState,
): Promise<{ epoch: Epoch; outstanding: readonly RescoringRequest[] }> {
  const epoch = await beginEpoch(pool, state.logId);
  await inEpoch(pool, epoch, retireLeftovers);
  for (const run of await readUnfinished(pool)) {
    if (run.state === 'swapping') await reportRescored({ pool, client, epoch }, run);
  }
  const outstanding = await inEpoch(pool, epoch, async (transaction) => {
    const classified = new Map<string, Set<string>>();
    for (const { key, classifications } of state.datasets.values()) {
      const candidateIds = classifications.classifiedSince(epoch.position);
      if (candidateIds.length > 0) classified.set(key, new Set(candidateIds));
    }
    await correctScores(transaction, state, classified);
    const requests = await reconcileRuns(transaction, state);
    await moveCheckpoint(transaction, epoch, state, null, true);
    return requests;
  });
  return { epoch, outstanding };
}

/** Queues the runs that the log requests, including interrupted ones, and ends all others. */
async function reconcileRuns(transaction: pg.PoolClient, state: ScoringState): Promise<RescoringRequest[]> {
  const live = new Map(
    (await readLiveSets(transaction)).map((set) => [keyOf(set.datasetKey, set.scope), set.position]),
  );
  const outstanding = new Map<string, RescoringRequest>();
  for (const [key, request] of state.requests) {
    if (!request.cancelled && (live.get(key) ?? -1n) < request.position)
      outstanding.set(request.runId, request);
  }
  const requests = [...state.requests.values()];
  const cancelled = new Set(requests.filter((request) => request.cancelled).map(({ runId }) => runId));
  for (const { runId, state: runState } of await readUnfinished(transaction)) {
    if (outstanding.has(runId)) {
      if (runState !== 'queued') await transitionRun(transaction, runId, 'REQUEUE');
    } else await transitionRun(transaction, runId, cancelled.has(runId) ? 'CANCEL' : 'SUPERSEDE');
  }
  for (const request of outstanding.values()) await enqueue(transaction, request);
  return [...outstanding.values()];
}

/** Writes the consequences of a batch of events and the checkpoint in one transaction. */
export async function applyConsequences(
  { pool, state, epoch }: RunnerContext,
  { classified, requests }: Consequences,
): Promise<void> {
  if (classified.length === 0 && requests.length === 0) return await moveCheckpointOnly(pool, epoch, state);
  await inEpoch(pool, epoch, async (transaction) => {
    const changedScopes = await correctScores(transaction, state, byDataset(classified));
    for (const request of requests) {
      if (request.cancelled) await transitionRun(transaction, request.runId, 'CANCEL');
      else await enqueue(transaction, request);
    }
    await moveCheckpoint(transaction, epoch, state, affectedClients(changedScopes), changedScopes.size > 0);
    if (requests.length > 0) {
      const clientIds = affectedClients(new Set(requests.map(({ scope }) => scope)));
      await notifyReadModelMoved(transaction, {
        model: 'runs',
        logId: epoch.logId,
        position: state.position,
        clientIds,
      });
    }
  });
}

/** Advances the checkpoint in one statement, without waiting for the disk; most events do not affect scores. */
async function moveCheckpointOnly(
  pool: pg.Pool,
  { epoch, logId }: Epoch,
  { position }: ScoringState,
): Promise<void> {
  const payload = readModelMovedPayload({ model: 'scores', logId, position, clientIds: [], changed: false });
  const { rowCount } = await pool.query(
    `WITH relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
     moved AS (
       UPDATE scoring.checkpoint SET position = greatest(position, $1), updated_at = now()
       FROM relaxed WHERE epoch = $2 RETURNING 1
     )
     SELECT pg_notify('read_model_moved', $3) FROM moved`,
    [position, epoch, payload],
  );
  if (rowCount === 0) throw new FencedError();
}

function byDataset(classified: Consequences['classified']): CandidatesByDataset {
  const datasets = new Map<string, Set<string>>();
  for (const { datasetKey, candidateId } of classified) {
    const candidateIds = datasets.get(datasetKey);
    if (candidateIds) candidateIds.add(candidateId);
    else datasets.set(datasetKey, new Set([candidateId]));
  }
  return datasets;
}

async function moveCheckpoint(
  transaction: pg.PoolClient,
  { logId }: Epoch,
  { position }: ScoringState,
  clientIds: string[] | null,
  changed: boolean,
): Promise<void> {
  await transaction.query(
    'UPDATE scoring.checkpoint SET position = greatest(position, $1), updated_at = now()',
    [position],
  );
  await notifyReadModelMoved(transaction, { model: 'scores', logId, position, clientIds, changed });
}
