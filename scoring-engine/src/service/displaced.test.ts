import type { ChildProcess } from 'node:child_process';
import { holdRuns } from '@landline/infra/testing/hold-runs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_MODEL } from '../model.ts';
import { type House, killed, startHouse, until } from '../testing/house.ts';
import { anotherModel, publishModel } from '../testing/models.ts';
import { importParcels, parcels } from '../testing/parcels.ts';
import { expectToldOnce } from '../testing/runs.ts';
import { contradictions, readScores, scoredBy } from '../testing/scores.ts';

vi.setConfig({ testTimeout: 90_000 });

const KEY = 'hit';

let house: House;
const rows = parcels(KEY, 2_000);
let first: ChildProcess;
let second: ChildProcess;
beforeEach(async () => {
  house = await startHouse();
  first = await house.startEngine();
  await importParcels(house, KEY, rows);
  await until('the first scores', scoredBy(house, KEY, DEFAULT_MODEL));
  second = await house.startEngine();
});
afterEach(() => house.stop());

const newestSet = async () => {
  const { rows: found } = await house.pool.query<{ last_value: string }>(
    'SELECT last_value FROM scoring.set_id',
  );
  return Number(found[0]?.last_value);
};

const waiting = (count: number) =>
  until(`${count} wait for the table of scores`, async () => {
    const { rows: found } = await house.pool.query(
      `SELECT 1 FROM pg_locks WHERE relation = 'scoring.score'::regclass AND NOT granted`,
    );
    return found.length === count;
  });

/** Stops the first engine where it is about to show its scores; resolves with their set when the other is active. */
async function displaceFirst(meanwhile = async () => {}): Promise<number> {
  await waiting(1);
  const set = await newestSet();
  first.kill('SIGSTOP');
  await meanwhile();
  await house.pool.query(
    `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid
     WHERE a.application_name = 'scoring engine lock' AND l.locktype = 'advisory' AND l.granted`,
  );
  await until('the other engine is active', async () => {
    const { rows: found } = await house.pool.query('SELECT 1 FROM scoring.checkpoint WHERE epoch = 2');
    return found.length > 0;
  });
  return set;
}

/** Wakes the first engine; resolves when it has given up its set. */
async function wakeFirst(set: number): Promise<void> {
  const { rows: woken } = await house.pool.query('SELECT now()::text AS at');
  first.kill('SIGCONT');
  await until('it has given up its set', async () => {
    const { rows: found } = await house.pool.query(
      'SELECT 1 FROM scoring.retired_set WHERE set_id = $1 AND retired_at > $2',
      [set, woken[0]?.at],
    );
    return found.length > 0;
  });
}

test('an engine displaced while it writes shows nobody its older scores when it wakes, and can be active again', async () => {
  let set = 0;
  await holdRuns(house.databaseUrl, async () => {
    await publishModel(house, anotherModel(1));
    set = await displaceFirst();
  });
  const newer = anotherModel(2);
  await publishModel(house, newer);
  const live = await until('the scores of the newer model', scoredBy(house, KEY, newer));
  await wakeFirst(set);
  expect(await readScores(house, KEY)).toEqual(live);
  expect(await contradictions(house, KEY, rows)).toEqual([]);
  await killed(second);
  const newest = anotherModel(3);
  await publishModel(house, newest);
  await until('the scores of the newest model', scoredBy(house, KEY, newest));
  await expectToldOnce(house, KEY);
});

test('an engine displaced while it writes shows nobody its scores while the other does its run again', async () => {
  const before = await readScores(house, KEY);
  const model = anotherModel(1);
  let set = 0;
  let stillHeld: Promise<void> | undefined;
  await holdRuns(house.databaseUrl, async () => {
    await publishModel(house, model);
    set = await displaceFirst(async () => {
      // Behind the first in line, and before the other.
      stillHeld = holdRuns(house.databaseUrl, async () => {
        await wakeFirst(set);
        expect(await readScores(house, KEY)).toEqual(before);
      });
      await waiting(2);
    });
    await waiting(3);
  });
  await stillHeld;
  await until('the scores of the model', scoredBy(house, KEY, model));
  await expectToldOnce(house, KEY);
});
