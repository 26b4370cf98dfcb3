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
    'SELECT moves FROM scoring.run WHERE dataset_key = $1 AND model_hash = $2 AND moves IS NOT NULL',
    ['ranked', model],
  );
  return rows[0]?.moves;
};

test('a run keeps what it moved: the best of before and of now with both places and scores', async () => {
  await importParcels(house, 'ranked', parcels('ranked', 500));
  const before = await until('the first scores', () => readScores(house, 'ranked'));
  expect(await movesOf(before.modelHash)).toBeUndefined();
  const next = anotherModel(7);
  await publishModel(house, next);
  const moves = await until('the moves', () => movesOf(modelHash(next)));
  const after = await readScores(house, 'ranked');
  if (!after) throw new Error('There are no scores');

  const [was, is] = [placesOf(before.scores), placesOf(after.scores)];
  const ids = [...is.keys()];
  const placeOf = (places: Map<string, number>, id: string) => places.get(id) ?? Number.NaN;
  const count = (keep: (id: string) => boolean) => ids.filter(keep).length;
  expect(moves).toMatchObject({
    changed: count((id) => before.scores.get(id) !== after.scores.get(id)),
    rose: count((id) => placeOf(is, id) < placeOf(was, id)),
    fell: count((id) => placeOf(is, id) > placeOf(was, id)),
  });
  expect(moves.top).toEqual(
    ids
      .filter((id) => placeOf(is, id) <= 20 || placeOf(was, id) <= 20)
      .map((candidate_id) => ({
        candidate_id,
        before: before.scores.get(candidate_id),
        after: after.scores.get(candidate_id),
        place_before: was.get(candidate_id),
        place: is.get(candidate_id),
      })),
  );
});
