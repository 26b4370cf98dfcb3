import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../postgres/free-port.ts';

const CANDIDATE = '00000000-0000-4000-8000-000000000000';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'landline-cli-'));
});
afterAll(() => rm(dir, { recursive: true }));

/** What a command said before it gave up. */
const refusal = (args: string[], dataDir = dir) =>
  new Promise<string>((resolve, reject) => {
    const env = { ...process.env, DATA_DIR: dataDir };
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, 'landline.ts'), ...args],
      { env },
      (error, _stdout, stderr) => (error ? resolve(stderr) : reject(new Error('It did not give up'))),
    );
  });

describe('a command with an argument that is none says which', () => {
  test.each([
    [['events', 'read', '--limit', 'abc'], "'--limit <n>' argument 'abc' is invalid. It is a whole number"],
    [['events', 'read', '--limit', '0'], "'--limit <n>' argument '0' is invalid. It is a whole number"],
    [['events', 'read', '--from', '-5'], "argument '-5' is invalid. It is a whole number from 0."],
    [['scoring', 'explain', CANDIDATE, '--at', 'noon'], "'--at <position>' argument 'noon' is invalid."],
    [
      ['datasets', 'import', '--key', 'k', '--name', 'n', '--type', 'adu', '--profile', 'x', 'f'],
      "argument 'x' is invalid. Allowed choices are landline, lebanon-nh",
    ],
  ])('%j', { timeout: 30_000 }, async (args, words) => {
    expect(await refusal(args)).toContain(words);
  });
});

test('without an instance it is said where one was looked for', { timeout: 30_000 }, async () => {
  expect(await refusal(['scoring', 'runs'])).toBe(
    `No running instance on ${dir}: start it with npm start, or set DATA_DIR to its directory\n`,
  );
});

test('an instance that was killed is told from one that runs', { timeout: 30_000 }, async () => {
  const killed = path.join(dir, 'killed');
  await mkdir(killed);
  const apiUrl = `http://127.0.0.1:${await freePort()}`;
  const services = { databaseUrl: 'postgres://x', eventStoreUrl: 'esdb://x', apiUrl, publicUrl: apiUrl };
  await writeFile(path.join(killed, 'services.json'), JSON.stringify(services));
  await writeFile(path.join(killed, 'superadmin.json'), '{"email":"a@b.example","password":"x"}');
  expect(await refusal(['scoring', 'runs'], killed)).toBe(
    `Nothing answers at ${apiUrl}: start the instance with npm start\n`,
  );
});
