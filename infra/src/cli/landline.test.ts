import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../postgres/free-port.ts';
import { shellOf } from '../testing/landline.ts';

const CANDIDATE = '00000000-0000-4000-8000-000000000000';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'landline-cli-'));
});
afterAll(() => rm(dir, { recursive: true }));

const { landline, said } = shellOf(() => ({ dataDir: dir, cwd: dir }));

/** What a command said before it gave up. */
const refusal = async (args: string[], shell = landline) => {
  const { code, stdout, stderr } = await shell(...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return stderr;
};

describe('help', { timeout: 60_000 }, () => {
  const COMMANDS = {
    datasets: ['import'],
    environment: ['import', 'list', 'remove'],
    projections: ['status', 'rebuild', 'replay-parked'],
    scoring: [...['rescore', 'runs', 'cancel', 'retry', 'model', 'publish', 'verify', 'history', 'explain']],
    events: ['read', 'schemas', 'tail', 'verify', 'key'],
    audit: ['list', 'show', 'replay', 'as-of', 'export'],
    backup: ['create', 'verify', 'restore'],
    versions: ['list', 'snapshot'],
    staff: ['reset-password'],
    demo: ['seed'],
  };
  /** What stands at the beginning of a line in its list of commands. */
  const named = async (...group: string[]) => {
    const [, list = ''] = (await said('help', ...group)).split('\nCommands:\n');
    return [...list.matchAll(/^ {2}(\S+)/gm)].map(([, command]) => command);
  };

  test('names every group, and each of them its commands', async () => {
    expect(await named()).toEqual([...Object.keys(COMMANDS), 'help']);
    for (const [group, commands] of Object.entries(COMMANDS))
      expect(await named(group), group).toEqual([...commands, 'help']);
  });

  test('shows itself to whoever asks for what there is not', async () => {
    expect(await refusal(['parcels'])).toMatch(/^error: unknown command 'parcels'\n\nUsage: landline/);
  });
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
  expect(await refusal(['scoring', 'runs'], shellOf(() => ({ dataDir: killed, cwd: dir })).landline)).toBe(
    `Nothing answers at ${apiUrl}: start the instance with npm start\n`,
  );
});
