import { setImmediate } from 'node:timers/promises';
import { notifyReadModelMoved } from '@landline/runtime/postgres/read-model-moved';
import type pg from 'pg';
import { uuidAt } from '../features/candidate-ids.ts';
import { NOT_AVAILABLE } from '../kernel/scores.ts';
import { digestOf } from '../packed-scores.ts';
import { inEpoch } from './epoch.ts';
import { tenthsOrNull } from './live-sets.ts';
import { candidatesIn, readCorrectedScores, readPieces, tenthsIn } from './packed-set.ts';
import { runsMoved } from './run-table.ts';
import type { RunnerContext } from './runner-context.ts';
import { scoreOrder } from './score-order.ts';
import type { ScoredDataset } from './scorer.ts';
import type { RescoringRequest } from './state.ts';

/** Number of top ranks reported, before and after. */
const TOP_RANKS = 20;

/** Scores by candidate index, and each candidate's rank in the list by score; the best is 1. */
interface Ranking {
  readonly tenths: Int16Array;
  readonly places: Uint32Array;
}

/**
 * Stores how a run changed the ranking: how many candidates changed, rose and fell, and the ranks of the best before
 * and after, and notifies dashboards. Runs after the swap. Stores nothing if the previous set is not packed.
 */
export async function storeRankChanges(
  { pool, epoch }: Pick<RunnerContext, 'pool' | 'epoch'>,
  { runId, scope }: Pick<RescoringRequest, 'runId' | 'scope'>,
  scored: ScoredDataset,
  sets: { readonly before: number; readonly after: number },
): Promise<void> {
  const tenthsBefore = await readBefore(pool, sets.before, scored);
  if (tenthsBefore === undefined) return;
  const tenthsAfter = scored.scores.scoreTenths.slice(0, scored.order.length);
  for (const { set_id, candidate_id, score_tenths } of await readCorrectedScores(pool, [
    sets.before,
    sets.after,
  ])) {
    const tenths = set_id === sets.before ? tenthsBefore : tenthsAfter;
    const index = scored.dataset.columns.indexOf(candidate_id);
    if (index < tenths.length) tenths[index] = score_tenths ?? NOT_AVAILABLE;
  }
  // Yield to the event loop, so that classifications are applied in between.
  const before = rankingOf(tenthsBefore, scored);
  await setImmediate();
  const after = rankingOf(tenthsAfter, scored);
  await setImmediate();
  const rankChanges = rankChangesBetween(before, after, scored.ids);
  await inEpoch(pool, epoch, async (client, position) => {
    await client.query('UPDATE scoring.run SET moves = $2 WHERE run_id = $1', [runId, rankChanges]);
    await notifyReadModelMoved(client, runsMoved(epoch, position, scope));
  });
}

/**
 * Returns the scores of the previous set, or undefined when it is not packed. Candidates are only ever added, so a
 * smaller set contains the first of them.
 */
async function readBefore(
  pool: pg.Pool,
  setId: number,
  { ids, order, idsDigest }: ScoredDataset,
): Promise<Int16Array | undefined> {
  const pieces = await readPieces(pool, setId);
  const previous = firstOf(order, candidatesIn(pieces));
  const digest = previous === order ? idsDigest : digestOf(ids, previous);
  return tenthsIn(pieces, { order: previous, idsDigest: digest });
}

/** Returns the first `count` candidates to be imported, in the same order. */
const firstOf = (order: Uint32Array, count: number): Uint32Array =>
  count === order.length ? order : order.filter((index) => index < count);

function rankingOf(tenths: Int16Array, { order }: ScoredDataset): Ranking {
  const places = new Uint32Array(tenths.length);
  const sorted = scoreOrder(tenths, firstOf(order, tenths.length));
  for (let at = 0; at < sorted.length; at++) places[sorted[at] as number] = at + 1;
  return { tenths, places };
}

/** Compares the candidates in both rankings. */
function rankChangesBetween(before: Ranking, after: Ranking, ids: Uint8Array) {
  let [changed, rose, fell] = [0, 0, 0];
  const top: number[] = [];
  for (let index = 0; index < before.places.length; index++) {
    const [rankBefore, rankAfter] = [before.places[index] as number, after.places[index] as number];
    if (before.tenths[index] !== after.tenths[index]) changed++;
    if (rankAfter < rankBefore) rose++;
    if (rankAfter > rankBefore) fell++;
    if (rankAfter <= TOP_RANKS || rankBefore <= TOP_RANKS) top.push(index);
  }
  const place = (index: number) => after.places[index] as number;
  const describe = (index: number) => ({
    candidate_id: uuidAt(ids, index),
    before: tenthsOrNull(before.tenths[index] as number),
    after: tenthsOrNull(after.tenths[index] as number),
    place_before: before.places[index] as number,
    place: place(index),
  });
  return { changed, rose, fell, top: top.sort((a, b) => place(a) - place(b)).map(describe) };
}
