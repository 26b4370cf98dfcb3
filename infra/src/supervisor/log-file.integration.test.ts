import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@landline/api/testing/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLogFile } from './log-file.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'landline-log-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const linesOf = async (file: string) => (await readFile(file, 'utf8')).trim().split('\n');
const failTest = (error: Error) => expect.fail(error.message);
const TEN_LINES = Array.from({ length: 10 }, (_, n) => `line ${n}...`);

test('rotates a full log, and the existing one when it is opened, without losing lines', async () => {
  const file = path.join(directory, 'full.log');
  const log = openLogFile(file, failTest, 100);
  for (const line of [...TEN_LINES, 'then', 'last']) log.write(line);
  log.end();
  await eventually('the last line is written', async () => (await linesOf(file)).includes('last'));
  expect(await linesOf(`${file}.1`)).toEqual(TEN_LINES);
  expect(await linesOf(file)).toEqual(['then', 'last']);

  openLogFile(file, failTest, 100).end();
  expect(await linesOf(`${file}.1`)).toEqual(['then', 'last']);
});

test('drops lines written after it was closed', async () => {
  const file = path.join(directory, 'ended.log');
  const log = openLogFile(file, failTest);
  log.write('before');
  log.end();
  log.write('after');
  log.end();
  await eventually('the line is written', async () => (await linesOf(file)).includes('before'));
  await delay(50);
  expect(await linesOf(file)).toEqual(['before']);
});

test('continues and reports once when rotation fails', async () => {
  const file = path.join(directory, 'stuck.log');
  await mkdir(`${file}.1`);
  const reported: string[] = [];
  const log = openLogFile(file, ({ message }) => reported.push(message), 30);
  for (const line of TEN_LINES) log.write(line);
  log.end();
  await eventually('the last line is written', async () => (await linesOf(file)).length === TEN_LINES.length);
  expect(await linesOf(file)).toEqual(TEN_LINES);
  expect(reported).toEqual([expect.stringContaining('EISDIR')]);
});

test('appends to the existing file and reports when it cannot start a new one', async () => {
  const file = path.join(directory, 'started.log');
  await writeFile(file, 'before\n');
  await mkdir(`${file}.1`);
  const reported: string[] = [];
  const log = openLogFile(file, ({ message }) => reported.push(message));
  log.write('after');
  log.end();
  await eventually('the line is written', async () => (await linesOf(file)).length > 1);
  expect(await linesOf(file)).toEqual(['before', 'after']);
  expect(reported).toEqual([expect.stringContaining('EISDIR')]);
});

test('reports a full disk once and continues when there is room again', async () => {
  const file = path.join(directory, 'disk.log');
  await symlink('/dev/full', file);
  const reported: string[] = [];
  const log = openLogFile(file, ({ message }) => reported.push(message));
  log.write('lost');
  await eventually('the failure is reported', async () => reported.length > 0);
  log.write('lost, too');
  await delay(50);
  expect(reported).toEqual([expect.stringContaining('ENOSPC')]);
  await rm(file);
  log.write('there is room');
  log.end();
  await eventually('the line is written', async () => (await linesOf(file)).length > 0);
  expect(await linesOf(file)).toEqual(['there is room']);
});
