import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SupervisedChild, supervise } from './child.ts';

/** Reports ready and blocks its event loop on SIGUSR2. */
const ENTRY = `
setInterval(() => undefined, 1_000);
process.on('SIGUSR2', () => { for (;;); });
process.on('SIGTERM', () => process.exit(0));
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

test('restarts a process whose event loop is blocked and leaves the others alone', async () => {
  const [hung, other] = await Promise.all([start('hung'), start('other')]);
  process.kill(hung.first, 'SIGUSR2');
  await expect.poll(() => hung.pid(), RESTARTED).not.toBe(hung.first);
  expect(other.pid()).toBe(other.first);
}, 60_000);

test('leaves a paused process alone', async () => {
  const paused = await start('paused');
  process.kill(paused.first, 'SIGSTOP');
  await sleep(PAUSE_MS);
  process.kill(paused.first, 'SIGCONT');
  await sleep(2_000);
  expect(paused.pid()).toBe(paused.first);
}, 60_000);

test('blames no process for its own hang', async () => {
  const child = await start('child');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  await sleep(2_000);
  expect(child.pid()).toBe(child.first);
}, 60_000);
