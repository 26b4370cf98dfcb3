import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { until } from '../testing/crashable-services.ts';
import { supervise } from './child.ts';

/** Entry point that leaves its last line to a process that still writes to the same pipe after it exits. */
const ENTRY = `
import { spawn } from 'node:child_process';
process.on('SIGTERM', () => {
  spawn('/bin/sh', ['-c', 'sleep 0.2; echo last line'], { stdio: ['ignore', 'inherit', 'ignore'] });
  process.exit(0);
});
setInterval(() => undefined, 60_000);
process.send({ ready: true });
`;

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'landline-child-'));
  await writeFile(path.join(dir, 'entry.mjs'), ENTRY);
});
afterAll(() => rm(dir, { recursive: true }));

const start = (name: string) => supervise({ name, entry: path.join(dir, 'entry.mjs'), env: {} }, dir);

test('starts a process again that could not be spawned', async () => {
  const { execPath } = process;
  process.execPath = path.join(dir, 'missing');
  const child = start('unspawned');
  process.execPath = execPath;
  onTestFinished(() => child.stop());
  await child.ready;
  expect(child.pid()).toBeGreaterThan(0);
});

test('keeps the lines that a process writes while it stops', async () => {
  const child = start('stopping');
  await child.ready;
  await child.stop();
  const log = path.join(dir, 'stopping.log');
  await until('the last line is written', async () => (await readFile(log, 'utf8')).includes('last line'));
});
