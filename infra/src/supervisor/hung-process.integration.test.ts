import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@landline/api/platform/migrations';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { restartReason } from '../process-report/restart-reason.ts';
import { until } from '../testing/crashable-services.ts';
import { startProduct } from '../testing/product.ts';
import { openTestDatabases } from '../testing/services.ts';
import { type SupervisedChild, supervise } from './child.ts';

/**
 * Entry point that writes its environment to a file when it is ready, and a counter every 100 ms. On SIGUSR2, it
 * blocks its event loop until the file `release` exists.
 */
const ENTRY = `
import { existsSync, writeFileSync } from 'node:fs';
const file = (name) => new URL(name, import.meta.url);
let beats = 0;
const beat = () => writeFileSync(file(process.pid + '.beats'), String(++beats));
beat();
setInterval(beat, 100);
const sleeping = new Int32Array(new SharedArrayBuffer(4));
process.on('SIGUSR2', () => { while (!existsSync(file('release'))) Atomics.wait(sleeping, 0, 0, 10); });
process.on('SIGTERM', () => process.exit(0));
writeFileSync(file(process.pid + '.env'), JSON.stringify(process.env));
process.send({ ready: true });
`;
/** Pause, in milliseconds; longer than the silence after which the supervisor restarts a process. */
const PAUSE_MS = 13_000;
const RESTARTED = { timeout: 30_000 };

let dir: string;
let running: SupervisedChild[] = [];

beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'landline-hung-'));
  await writeFile(path.join(dir, 'entry.mjs'), ENTRY);
});
afterEach(async () => {
  await Promise.all(running.map((each) => each.stop()));
  running = [];
  await rm(dir, { recursive: true });
});

async function start(
  name: string,
  env: NodeJS.ProcessEnv = {},
): Promise<SupervisedChild & { first: number }> {
  const { PATH } = process.env;
  const child = supervise({ name, entry: path.join(dir, 'entry.mjs'), env: { PATH, ...env } }, dir);
  running.push(child);
  await child.ready;
  return { ...child, first: child.pid() ?? 0 };
}

const read = (pid: number | undefined, kind: 'env' | 'beats') =>
  readFile(path.join(dir, `${pid}.${kind}`), 'utf8');
/**
 * Resolves when the process itself has run for three more seconds, during which the supervisor received heartbeats.
 */
async function letRun(pid: number): Promise<void> {
  const before = Number(await read(pid, 'beats'));
  await until('the process runs on', async () => Number(await read(pid, 'beats')) >= before + 30);
}

test('restarts a process whose event loop is blocked, passes it the reason, and does not restart the others', async () => {
  const [hung, other] = await Promise.all([start('hung'), start('other')]);
  process.kill(hung.first, 'SIGUSR2');
  await expect.poll(() => hung.pid(), RESTARTED).not.toBe(hung.first);
  const environment = await until('it has restarted', async () => JSON.parse(await read(hung.pid(), 'env')));
  expect(restartReason(environment)).toEqual({
    code: 'EVENT_LOOP_BLOCKED',
    message: expect.stringContaining('its event loop was blocked (no heartbeat for'),
  });
  expect(restartReason(JSON.parse(await read(hung.first, 'env')))).toBeUndefined();
  expect(other.pid()).toBe(other.first);
});

test('does not restart a paused process', async () => {
  const paused = await start('paused');
  process.kill(paused.first, 'SIGSTOP');
  await sleep(PAUSE_MS); // the subject of the test
  process.kill(paused.first, 'SIGCONT');
  await letRun(paused.first);
  expect(paused.pid()).toBe(paused.first);
});

test('restarts no process after the supervisor itself was blocked', async () => {
  const child = await start('child');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  await letRun(child.first);
  expect(child.pid()).toBe(child.first);
});

/** Time between two scheduled reports of a process, in milliseconds. */
const REPORT_INTERVAL_MS = 10_000;
const REPORT = `
  SELECT reported_at AS at, stuck_since IS NOT NULL AS "isStuck", error_code AS error
  FROM api.process WHERE pid = $1`;

test('a process whose event loop runs again reports immediately, before its next scheduled report', async () => {
  const postgres = await openTestDatabases();
  onTestFinished(() => postgres.dispose());
  const DATABASE_URL = await postgres.database('landline');
  await migrate(DATABASE_URL);
  const db = new pg.Client({ connectionString: DATABASE_URL });
  await db.connect();
  onTestFinished(() => db.end());
  const blocked = await start('blocked', { DATABASE_URL });
  const reportOf = async () =>
    (await db.query<{ at: Date; isStuck: boolean; error: string | null }>(REPORT, [blocked.first])).rows[0];
  const before = await until('it reports', reportOf);
  process.kill(blocked.first, 'SIGUSR2');
  const stuck = await until('the supervisor reports its hang', async () => {
    const report = await reportOf();
    return report?.isStuck && report;
  });
  expect(stuck.error).toBe('EVENT_LOOP_BLOCKED');
  await writeFile(path.join(dir, 'release'), '');
  const after = await until('it reports again', async () => {
    const report = await reportOf();
    return report && !report.isStuck && report;
  });
  expect(after.at.getTime() - before.at.getTime()).toBeLessThan(REPORT_INTERVAL_MS);
  expect(blocked.pid()).toBe(blocked.first);
});

/** Preloaded into all processes of the product. */
const BLOCKS_ON_SIGNAL = `
process.on('SIGUSR2', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));`;

interface ShownProcess {
  readonly process: string;
  readonly state: string;
  readonly stuckSeconds?: number;
  readonly lastError?: string;
}

test('health names a process whose event loop is blocked, until it is restarted', async () => {
  await writeFile(path.join(dir, 'blocks.mjs'), BLOCKS_ON_SIGNAL);
  const product = await startProduct({
    env: { DEMO_DATA: 'off', NODE_OPTIONS: `--import=${path.join(dir, 'blocks.mjs')}` },
  });
  onTestFinished(() => product.dispose());
  const health = async () => {
    const response = await fetch(`${product.url}/api/health`);
    const { processes, details } = (await response.json()) as Record<string, ShownProcess[] | undefined>;
    return { status: response.status, shown: processes ?? details ?? [] };
  };
  // Without the event store the api is unhealthy; without the worker it is degraded.
  for (const [name, status] of [
    ['worker', 200],
    ['event-store', 503],
  ] as const) {
    const pidOf = async () => (await product.pids())[name];
    const first = await pidOf();
    process.kill(first ?? expect.fail(`${name} does not run`), 'SIGUSR2');
    const named = await until(`health names ${name}`, async () => {
      const { status, shown } = await health();
      const stuck = shown.find((each) => each.process === name && each.state === 'stuck');
      return stuck && { ...stuck, status };
    });
    expect(named).toMatchObject({
      status,
      lastError: 'EVENT_LOOP_BLOCKED',
      stuckSeconds: expect.any(Number),
    });
    await expect.poll(pidOf, RESTARTED).not.toBe(first);
    // The other processes recover from its absence, too, and report that every ten seconds.
    const isHealthy = async () => {
      const { status, shown } = await health();
      return status === 200 && shown.every(({ state }) => state === 'following');
    };
    await until(`the installation recovers from its hung ${name}`, isHealthy, 60_000);
  }
});
