import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelHash } from '../model.ts';
import { type House, startHouse, until } from '../testing/house.ts';
import { anotherModel, publishModel } from '../testing/models.ts';
import { importParcels, parcels } from '../testing/parcels.ts';
import { readScores, type ScoresById } from '../testing/scores.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse();
  await house.startEngine();
  await importParcels(house, 'ranked', parcels('ranked', 500));
  await until('the first scores', () => readScores(house, 'ranked'));
});
afterAll(() => house.stop());

/** Places as a list by score has them: best first, N/A last, equals by their ids. */
const placesOf = (scores: ScoresById) =>
  new Map(
    [...scores]
      .sort(([a, x], [b, y]) => (y ?? -1) - (x ?? -1) || (a < b ? -1 : 1))
      .map(([id], at) => [id, at + 1]),
  );

const movesOf = async (model: string) => {
  const { rows } = await house.pool.query(
    `SELECT moves FROM scoring.run WHERE dataset_key = $1 AND model_hash = $2 AND moves IS NOT NULL
     ORDER BY position DESC`,
    ['ranked', model],
  );
  return rows[0]?.moves;
};

test('a run keeps what it moved: the best of before and of now with both places and scores', async () => {
  const before = await readScores(house, 'ranked');
  if (!before) throw new Error('There are no scores');
  expect(await movesOf(before.modelHash)).toBeUndefined();
  const next = anotherModel(7);
  await publishModel(house, next);
  const moves = await until('the moves', () => movesOf(modelHash(next)));
  const after = await readScores(house, 'ranked');
  if (!after) throw new Error('There are no scores');
  expect(moves).toEqual(movesBetween(before.scores, after.scores));
});

test('candidates that came since are no moves, but others make room for them', async () => {
  const before = await readScores(house, 'ranked');
  if (!before) throw new Error('There are no scores');
  await importParcels(house, 'ranked', parcels('more', 200));
  const after = await until('all scores', async () => {
    const scores = await readScores(house, 'ranked');
    return scores?.scores.size === 700 ? scores : undefined;
  });
  const moves = await until('the moves', async () => {
    const latest = await movesOf(after.modelHash);
    return latest?.fell > 0 && latest.changed === 0 ? latest : undefined;
  });
  expect(moves).toEqual(movesBetween(before.scores, after.scores));
});

function movesBetween(before: ScoresById, after: ScoresById) {
  const [was, is] = [placesOf(before), placesOf(after)];
  const ids = [...is.keys()].filter((id) => was.has(id));
  const placeOf = (places: Map<string, number>, id: string) => places.get(id) ?? Number.NaN;
  const count = (keep: (id: string) => boolean) => ids.filter(keep).length;
  return {
    changed: count((id) => before.get(id) !== after.get(id)),
    rose: count((id) => placeOf(is, id) < placeOf(was, id)),
    fell: count((id) => placeOf(is, id) > placeOf(was, id)),
    top: ids
      .filter((id) => placeOf(is, id) <= 20 || placeOf(was, id) <= 20)
      .map((candidate_id) => ({
        candidate_id,
        before: before.get(candidate_id),
        after: after.get(candidate_id),
        place_before: was.get(candidate_id),
        place: is.get(candidate_id),
      })),
  };
}
