import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { uuidAt } from '../features/ids.ts';
import { digestOf } from '../packed-scores.ts';
import { orNull } from './in-place.ts';
import { candidatesIn, readCorrected, readPieces, tenthsIn } from './packed-set.ts';
import { scoreOrder } from './score-order.ts';
import type { Scored } from './scorer.ts';

/** Places of a ranking that are told of, before and after. */
const TOP = 20;

/** The scores of a set by the indexes of its candidates, and where each stands in a list by score; the best is 1. */
interface Ranking {
  readonly tenths: Int16Array;
  readonly places: Uint32Array;
}

/**
 * Keeps beside a run what its scores moved against those that they took the place of: how many candidates changed, rose and
 * fell, and where the best of before and of now stand. No reader waits for it. Nothing is kept where the set before
 * is older than packing.
 */
export async function keepMoves(
  pool: pg.Pool,
  runId: string,
  scored: Scored,
  sets: { readonly before: number; readonly after: number },
): Promise<void> {
  const tenthsBefore = await readBefore(pool, sets.before, scored);
  if (tenthsBefore === undefined) return;
  const tenthsAfter = scored.scores.scoreTenths.slice(0, scored.order.length);
  for (const { set_id, candidate_id, score_tenths } of await readCorrected(pool, [sets.before, sets.after])) {
    const tenths = set_id === sets.before ? tenthsBefore : tenthsAfter;
    const index = scored.dataset.columns.indexOf(candidate_id);
    if (index < tenths.length) tenths[index] = score_tenths ?? -1;
  }
  // What is judged meanwhile has its turn in between.
  const before = ranked(tenthsBefore, scored);
  await setImmediate();
  const after = ranked(tenthsAfter, scored);
  await setImmediate();
  const moves = movesBetween(before, after, scored.ids);
  await pool.query('UPDATE scoring.run SET moves = $2 WHERE run_id = $1', [runId, moves]);
}

/** Candidates are only ever added: a set of fewer has the first of them. Undefined when it is not packed. */
async function readBefore(
  pool: pg.Pool,
  setId: number,
  { ids, order, idsDigest }: Scored,
): Promise<Int16Array | undefined> {
  const pieces = await readPieces(pool, setId);
  const theirs = firstOf(order, candidatesIn(pieces));
  const digest = theirs === order ? idsDigest : digestOf(ids, theirs);
  return tenthsIn(pieces, { order: theirs, idsDigest: digest });
}

/** The candidates that came first, in the order of all. */
const firstOf = (order: Uint32Array, count: number): Uint32Array =>
  count === order.length ? order : order.filter((index) => index < count);

function ranked(tenths: Int16Array, { order }: Scored): Ranking {
  const places = new Uint32Array(tenths.length);
  const sorted = scoreOrder(tenths, firstOf(order, tenths.length));
  for (let at = 0; at < sorted.length; at++) places[sorted[at] as number] = at + 1;
  return { tenths, places };
}

/** Of candidates that are in both. */
function movesBetween(before: Ranking, after: Ranking, ids: Uint8Array) {
  let [changed, rose, fell] = [0, 0, 0];
  const top: number[] = [];
  for (let index = 0; index < before.places.length; index++) {
    const [was, is] = [before.places[index] as number, after.places[index] as number];
    if (before.tenths[index] !== after.tenths[index]) changed++;
    if (is < was) rose++;
    if (is > was) fell++;
    if (is <= TOP || was <= TOP) top.push(index);
  }
  const place = (index: number) => after.places[index] as number;
  const tell = (index: number) => ({
    candidate_id: uuidAt(ids, index),
    before: orNull(before.tenths[index] as number),
    after: orNull(after.tenths[index] as number),
    place_before: before.places[index] as number,
    place: place(index),
  });
  return { changed, rose, fell, top: top.sort((a, b) => place(a) - place(b)).map(tell) };
}
