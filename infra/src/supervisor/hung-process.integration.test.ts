import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restartReason } from '../process-report/restart-reason.ts';
import { until } from '../testing/crashable-services.ts';
import { type SupervisedChild, supervise } from './child.ts';

/** Writes its environment when it is ready, its liveness every 100 ms, and blocks its event loop on SIGUSR2. */
const ENTRY = `
import { writeFileSync } from 'node:fs';
const file = (name) => new URL(name, import.meta.url);
let beats = 0;
const beat = () => writeFileSync(file(process.pid + '.beats'), String(++beats));
beat();
setInterval(beat, 100);
process.on('SIGUSR2', () => { for (;;); });
process.on('SIGTERM', () => process.exit(0));
writeFileSync(file(process.pid + '.env'), JSON.stringify(process.env));
process.send({ ready: true });
`;
/** Longer than the time without a heartbeat after which a process is restarted. */
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

async function start(name: string): Promise<SupervisedChild & { first: number }> {
  const { PATH } = process.env;
  const child = supervise({ name, entry: path.join(dir, 'entry.mjs'), env: { PATH } }, dir);
  running.push(child);
  await child.ready;
  return { ...child, first: child.pid() ?? 0 };
}

const read = (pid: number | undefined, kind: 'env' | 'beats') =>
  readFile(path.join(dir, `${pid}.${kind}`), 'utf8');
/** Resolves when the process has run for three more seconds of its own, in which the supervisor heard its heartbeats. */
async function runsOn(pid: number): Promise<void> {
  const before = Number(await read(pid, 'beats'));
  await until('the process runs on', async () => Number(await read(pid, 'beats')) >= before + 30);
}

test('restarts a process whose event loop is blocked, tells it why, and leaves the others alone', async () => {
  const [hung, other] = await Promise.all([start('hung'), start('other')]);
  process.kill(hung.first, 'SIGUSR2');
  await expect.poll(() => hung.pid(), RESTARTED).not.toBe(hung.first);
  const environment = await until('it has restarted', async () => JSON.parse(await read(hung.pid(), 'env')));
  expect(restartReason(environment)).toEqual({
    code: 'EVENT_LOOP_BLOCKED',
    message: expect.stringContaining('event loop blocked: no heartbeat for'),
  });
  expect(restartReason(JSON.parse(await read(hung.first, 'env')))).toBeUndefined();
  expect(other.pid()).toBe(other.first);
}, 60_000);

test('leaves a paused process alone', async () => {
  const paused = await start('paused');
  process.kill(paused.first, 'SIGSTOP');
  await sleep(PAUSE_MS); // the subject of the test
  process.kill(paused.first, 'SIGCONT');
  await runsOn(paused.first);
  expect(paused.pid()).toBe(paused.first);
}, 60_000);

test('blames no process for its own hang', async () => {
  const child = await start('child');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  await runsOn(child.first);
  expect(child.pid()).toBe(child.first);
}, 60_000);
