import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@landline/api/testing/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLogFile } from './log-file.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'landline-log-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const linesOf = async (file: string) => (await readFile(file, 'utf8')).trim().split('\n');
const NOTHING_FAILS = (error: Error) => expect.fail(error.message);
const TEN = Array.from({ length: 10 }, (_, n) => `line ${n}...`);

test('a full log is kept as the one before, and nothing is lost between them', async () => {
  const file = path.join(directory, 'full.log');
  const log = openLogFile(file, NOTHING_FAILS, 100);
  for (const line of [...TEN, 'then', 'last']) log.write(line);
  log.end();
  await eventually('all is written', async () => (await linesOf(file)).includes('last'));
  expect(await linesOf(`${file}.1`)).toEqual(TEN);
  expect(await linesOf(file)).toEqual(['then', 'last']);

  openLogFile(file, NOTHING_FAILS, 100).end();
  expect(await linesOf(`${file}.1`)).toEqual(['then', 'last']);
});

test('what comes after its end is dropped', async () => {
  const file = path.join(directory, 'ended.log');
  const log = openLogFile(file, NOTHING_FAILS);
  log.write('before');
  log.end();
  log.write('after');
  log.end();
  await eventually('all is written', async () => (await linesOf(file)).includes('before'));
  await pause(50);
  expect(await linesOf(file)).toEqual(['before']);
});

test('a log that cannot be made the one before goes on, and that is told once', async () => {
  const file = path.join(directory, 'stuck.log');
  await mkdir(`${file}.1`);
  const told: string[] = [];
  const log = openLogFile(file, ({ message }) => told.push(message), 30);
  for (const line of TEN) log.write(line);
  log.end();
  await eventually('all is written', async () => (await linesOf(file)).length === TEN.length);
  expect(await linesOf(file)).toEqual(TEN);
  expect(told).toEqual([expect.stringContaining('EISDIR')]);
});

test('a log that cannot be begun anew is told, and its lines go behind those of before', async () => {
  const file = path.join(directory, 'begun.log');
  await writeFile(file, 'before\n');
  await mkdir(`${file}.1`);
  const told: string[] = [];
  const log = openLogFile(file, ({ message }) => told.push(message));
  log.write('after');
  log.end();
  await eventually('it is written', async () => (await linesOf(file)).length > 1);
  expect(await linesOf(file)).toEqual(['before', 'after']);
  expect(told).toEqual([expect.stringContaining('EISDIR')]);
});

test('a disk that is full is told once, and what is written when there is room again is kept', async () => {
  const file = path.join(directory, 'disk.log');
  await symlink('/dev/full', file);
  const told: string[] = [];
  const log = openLogFile(file, ({ message }) => told.push(message));
  log.write('lost');
  await eventually('it is told', async () => told.length > 0);
  log.write('lost, too');
  await pause(50);
  expect(told).toEqual([expect.stringContaining('ENOSPC')]);
  await rm(file);
  log.write('there is room');
  log.end();
  await eventually('it is written', async () => (await linesOf(file)).length > 0);
  expect(await linesOf(file)).toEqual(['there is room']);
});
