import type { EventStoreDBClient } from '@eventstore/db-client';
import type pg from 'pg';
import { announce } from './announce.ts';
import { beginEpoch, type Epoch, inEpoch } from './epoch.ts';
import { audienceOf, correctInPlace, type Judged, readLiveSets } from './in-place.ts';
import { movedPayload, notifyMoved } from './notify.ts';
import { enqueue, readUnfinished, takeStep } from './run-table.ts';
import type { RunnerContext } from './runner.ts';
import { type Consequences, keyOf, type Need, type ScoringState } from './state.ts';
import { retireLeftovers } from './sweep.ts';
import { DisplacedError } from './transaction.ts';

/**
 * Brings the database to where the state is, whatever was interrupted before: tells the log of the runs that were swapped
 * in and not told, corrects what was judged since the checkpoint, and finds which datasets have to be scored again.
 */
export async function activate(
  { pool, client }: { pool: pg.Pool; client: EventStoreDBClient },
  state: ScoringState,
): Promise<{ epoch: Epoch; outstanding: readonly Need[] }> {
  const epoch = await beginEpoch(pool, state.logId);
  await inEpoch(pool, epoch, retireLeftovers);
  for (const run of await readUnfinished(pool)) {
    if (run.state === 'swapping') await announce({ pool, client, epoch }, run);
  }
  const outstanding = await inEpoch(pool, epoch, async (transaction) => {
    const judged = new Map<string, Set<string>>();
    for (const { key, judgements } of state.datasets.values()) {
      const candidateIds = judgements.judgedSince(epoch.position);
      if (candidateIds.length > 0) judged.set(key, new Set(candidateIds));
    }
    await correctInPlace(transaction, state, judged);
    const wanted = await settleRuns(transaction, state);
    await moveCheckpoint(transaction, epoch, state, null, true);
    return wanted;
  });
  return { epoch, outstanding };
}

/** The runs that the needs of the log ask for are queued, once more if they were interrupted; no others are. */
async function settleRuns(transaction: pg.PoolClient, state: ScoringState): Promise<Need[]> {
  const live = new Map(
    (await readLiveSets(transaction)).map((set) => [keyOf(set.datasetKey, set.scope), set.position]),
  );
  const outstanding = new Map<string, Need>();
  for (const [key, need] of state.needs) {
    if (!need.cancelled && (live.get(key) ?? -1n) < need.position) outstanding.set(need.runId, need);
  }
  const cancelled = new Set(
    [...state.needs.values()].filter((need) => need.cancelled).map(({ runId }) => runId),
  );
  for (const { runId, state: runState } of await readUnfinished(transaction)) {
    if (outstanding.has(runId)) {
      if (runState !== 'queued') await takeStep(transaction, runId, 'REQUEUE');
    } else await takeStep(transaction, runId, cancelled.has(runId) ? 'CANCEL' : 'SUPERSEDE');
  }
  for (const need of outstanding.values()) await enqueue(transaction, need);
  return [...outstanding.values()];
}

/** Writes what follows from a batch of events, and the checkpoint, in one transaction. */
export async function advance(
  { pool, state, epoch }: RunnerContext,
  { judged, needs }: Consequences,
): Promise<void> {
  if (judged.length === 0 && needs.length === 0) return await pass(pool, epoch, state);
  await inEpoch(pool, epoch, async (transaction) => {
    const changed = await correctInPlace(transaction, state, byDataset(judged));
    for (const need of needs) {
      if (need.cancelled) await takeStep(transaction, need.runId, 'CANCEL');
      else await enqueue(transaction, need);
    }
    await moveCheckpoint(transaction, epoch, state, audienceOf(changed), changed.size > 0);
    if (needs.length > 0) {
      const clientIds = audienceOf(new Set(needs.map(({ scope }) => scope)));
      await notifyMoved(transaction, {
        model: 'runs',
        logId: epoch.logId,
        position: state.position,
        clientIds,
      });
    }
  });
}

/** Most events have no say in scores: one statement passes them, which need not reach the disk to be right. */
async function pass(pool: pg.Pool, { epoch, logId }: Epoch, { position }: ScoringState): Promise<void> {
  const told = movedPayload({ model: 'scores', logId, position, clientIds: [], changed: false });
  const { rowCount } = await pool.query(
    `WITH relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
     moved AS (
       UPDATE scoring.checkpoint SET position = greatest(position, $1), updated_at = now()
       FROM relaxed WHERE epoch = $2 RETURNING 1
     )
     SELECT pg_notify('read_model_moved', $3) FROM moved`,
    [position, epoch, told],
  );
  if (rowCount === 0) throw new DisplacedError('Another scoring engine is active');
}

function byDataset(judged: Consequences['judged']): Judged {
  const datasets = new Map<string, Set<string>>();
  for (const { datasetKey, candidateId } of judged) {
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
  await notifyMoved(transaction, { model: 'scores', logId, position, clientIds, changed });
}
