import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '@landline/api/testing/api';
import { expect, test } from 'vitest';
import { openLogFile } from './log-file.ts';

test('a full log is kept as the one before, and nothing is lost between them', async () => {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'landline-log-'));
  const file = path.join(directory, 'api.log');
  const log = openLogFile(file, 100);
  for (let n = 0; n < 12; n++) log.write(`line ${n}`.padEnd(9, '.'));
  log.end();
  await eventually('all is written', async () => (await readFile(file, 'utf8')).includes('line 11'));
  const before = (await readFile(`${file}.1`, 'utf8')).trim().split('\n');
  const now = (await readFile(file, 'utf8')).trim().split('\n');
  expect([...before, ...now].map((line) => line.replaceAll('.', ''))).toEqual(
    Array.from({ length: 12 }, (_, n) => `line ${n}`),
  );
  expect([before.length, now.length]).toEqual([10, 2]);

  openLogFile(file, 100).end();
  expect((await readFile(`${file}.1`, 'utf8')).trim().split('\n')).toEqual(now);
  await rm(directory, { recursive: true, force: true });
});
