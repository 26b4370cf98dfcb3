import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelHash } from '../model.ts';
import { anotherModel, publishModel } from '../testing/models.ts';
import { importParcels, parcels } from '../testing/parcels.ts';
import { readScores, type ScoresById } from '../testing/scores.ts';
import { startTestEnvironment, type TestEnvironment, until } from '../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.startEngine();
  await importParcels(environment, 'ranked', parcels('ranked', 500));
  await until('the first scores', () => readScores(environment, 'ranked'));
});
afterAll(() => environment.stop());

/** Returns ranks as in a list by score: best first, N/A last, ties by id. */
const placesOf = (scores: ScoresById) =>
  new Map(
    [...scores]
      .sort(([a, x], [b, y]) => (y ?? -1) - (x ?? -1) || (a < b ? -1 : 1))
      .map(([id], at) => [id, at + 1]),
  );

const movesOf = async (model: string) => {
  const { rows } = await environment.pool.query(
    `SELECT moves FROM scoring.run WHERE dataset_key = $1 AND model_hash = $2 AND moves IS NOT NULL
     ORDER BY position DESC`,
    ['ranked', model],
  );
  return rows[0]?.moves;
};

test('stores the best candidates before and after a run with ranks and scores', async () => {
  const before = await readScores(environment, 'ranked');
  if (!before) throw new Error('There are no scores');
  expect(await movesOf(before.modelHash)).toBeUndefined();
  const next = anotherModel(7);
  await publishModel(environment, next);
  const moves = await until('the rank changes', () => movesOf(modelHash(next)));
  const after = await readScores(environment, 'ranked');
  if (!after) throw new Error('There are no scores');
  expect(moves).toEqual(rankChangesBetween(before.scores, after.scores));
});

test('does not count new candidates as changes, only the ranks they displace', async () => {
  const before = await readScores(environment, 'ranked');
  if (!before) throw new Error('There are no scores');
  await importParcels(environment, 'ranked', parcels('more', 200));
  const after = await until('all scores', async () => {
    const scores = await readScores(environment, 'ranked');
    return scores?.scores.size === 700 ? scores : undefined;
  });
  const moves = await until('the rank changes', async () => {
    const latest = await movesOf(after.modelHash);
    return latest?.fell > 0 && latest.changed === 0 ? latest : undefined;
  });
  expect(moves).toEqual(rankChangesBetween(before.scores, after.scores));
});

test('notifies dashboards once the rank changes are stored', async () => {
  const listener = await environment.pool.connect();
  const received: string[] = [];
  listener.on('notification', ({ channel, payload = '' }) => {
    received.push(channel === 'read_model_moved' ? JSON.parse(payload).model : channel);
  });
  try {
    await listener.query(`
      CREATE FUNCTION notify_of_moves() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN NOTIFY moves_stored; RETURN NULL; END';
      CREATE TRIGGER notify_of_moves AFTER UPDATE OF moves ON scoring.run EXECUTE FUNCTION notify_of_moves();
      LISTEN moves_stored;
      LISTEN read_model_moved;
    `);
    await publishModel(environment, anotherModel(8));
    await until('a notification after the rank changes', async () => {
      const stored = received.indexOf('moves_stored');
      return stored >= 0 && received.includes('runs', stored);
    });
  } finally {
    listener.release(true);
  }
});

function rankChangesBetween(before: ScoresById, after: ScoresById) {
  const [ranksBefore, ranksAfter] = [placesOf(before), placesOf(after)];
  const ids = [...ranksAfter.keys()].filter((id) => ranksBefore.has(id));
  const placeOf = (places: Map<string, number>, id: string) => places.get(id) ?? Number.NaN;
  const count = (keep: (id: string) => boolean) => ids.filter(keep).length;
  return {
    changed: count((id) => before.get(id) !== after.get(id)),
    rose: count((id) => placeOf(ranksAfter, id) < placeOf(ranksBefore, id)),
    fell: count((id) => placeOf(ranksAfter, id) > placeOf(ranksBefore, id)),
    top: ids
      .filter((id) => placeOf(ranksAfter, id) <= 20 || placeOf(ranksBefore, id) <= 20)
      .map((candidate_id) => ({
        candidate_id,
        before: before.get(candidate_id),
        after: after.get(candidate_id),
        place_before: ranksBefore.get(candidate_id),
        place: ranksAfter.get(candidate_id),
      })),
  };
}
