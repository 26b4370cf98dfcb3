import type { ChildProcess } from 'node:child_process';
import { blockRescoring } from '@landline/infra/testing/block-rescoring';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_MODEL } from '../model.ts';
import { anotherModel, publishModel } from '../testing/models.ts';
import { importParcels, parcels } from '../testing/parcels.ts';
import { expectReportedOnce } from '../testing/runs.ts';
import { contradictions, readScores, scoredBy } from '../testing/scores.ts';
import {
  killAndWait,
  startTestEnvironment,
  type TestEnvironment,
  until,
} from '../testing/test-environment.ts';

vi.setConfig({ testTimeout: 90_000 });

const KEY = 'fenced';

let environment: TestEnvironment;
const rows = parcels(KEY, 2_000);
let first: ChildProcess;
let second: ChildProcess;
beforeEach(async () => {
  environment = await startTestEnvironment();
  first = await environment.startEngine();
  await importParcels(environment, KEY, rows);
  await until('the first scores', scoredBy(environment, KEY, DEFAULT_MODEL));
  second = await environment.startEngine();
});
afterEach(() => environment.stop());

const newestSet = async () => {
  const { rows: found } = await environment.pool.query<{ last_value: string }>(
    'SELECT last_value FROM scoring.set_id',
  );
  return Number(found[0]?.last_value);
};

const waiting = (count: number) =>
  until(`${count} wait for the table of scores`, async () => {
    const { rows: found } = await environment.pool.query(
      `SELECT 1 FROM pg_locks WHERE relation = 'scoring.score'::regclass AND NOT granted`,
    );
    return found.length === count;
  });

/** Suspends the first engine just before its swap; resolves with its set once the other engine is active. */
async function displaceFirst(whileSuspended = async () => {}): Promise<number> {
  await waiting(1);
  const set = await newestSet();
  first.kill('SIGSTOP');
  await whileSuspended();
  await environment.pool.query(
    `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid
     WHERE a.application_name = 'scoring engine lock' AND l.locktype = 'advisory' AND l.granted`,
  );
  await until('the other engine is active', async () => {
    const { rows: found } = await environment.pool.query('SELECT 1 FROM scoring.checkpoint WHERE epoch = 2');
    return found.length > 0;
  });
  return set;
}

/** Resumes the first engine; resolves when it has retired its set. */
async function resumeFirst(set: number): Promise<void> {
  const { rows: resumed } = await environment.pool.query('SELECT now()::text AS at');
  first.kill('SIGCONT');
  await until('its set is retired', async () => {
    const { rows: found } = await environment.pool.query(
      'SELECT 1 FROM scoring.retired_set WHERE set_id = $1 AND retired_at > $2',
      [set, resumed[0]?.at],
    );
    return found.length > 0;
  });
}

test('never publishes older scores of a fenced engine, which can become active again', async () => {
  let set = 0;
  await blockRescoring(environment.databaseUrl, async () => {
    await publishModel(environment, anotherModel(1));
    set = await displaceFirst();
  });
  const newer = anotherModel(2);
  await publishModel(environment, newer);
  const live = await until('the scores of the newer model', scoredBy(environment, KEY, newer));
  await resumeFirst(set);
  expect(await readScores(environment, KEY)).toEqual(live);
  expect(await contradictions(environment, KEY, rows)).toEqual([]);
  await killAndWait(second);
  const newest = anotherModel(3);
  await publishModel(environment, newest);
  await until('the scores of the newest model', scoredBy(environment, KEY, newest));
  await expectReportedOnce(environment, KEY);
});

test('never publishes scores of a fenced engine while another repeats its run', async () => {
  const before = await readScores(environment, KEY);
  const model = anotherModel(1);
  let set = 0;
  let secondBlock: Promise<void> | undefined;
  await blockRescoring(environment.databaseUrl, async () => {
    await publishModel(environment, model);
    set = await displaceFirst(async () => {
      // Waits for the lock after the first engine and before the other one.
      secondBlock = blockRescoring(environment.databaseUrl, async () => {
        await resumeFirst(set);
        expect(await readScores(environment, KEY)).toEqual(before);
      });
      await waiting(2);
    });
    await waiting(3);
  });
  await secondBlock;
  await until('the scores of the model', scoredBy(environment, KEY, model));
  await expectReportedOnce(environment, KEY);
});
