import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../postgres/free-port.ts';
import { cliFor } from '../testing/cli.ts';

const CANDIDATE = '00000000-0000-4000-8000-000000000000';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'landline-cli-'));
});
afterAll(() => rm(dir, { recursive: true }));

const { landline, outputOf } = cliFor(() => ({ dataDir: dir, cwd: dir }));

/** Returns what a failing command prints. */
const refusal = async (args: string[], shell = landline) => {
  const { code, stdout, stderr } = await shell(...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return stderr;
};

describe('help', () => {
  const COMMANDS = {
    status: [],
    datasets: ['import'],
    environment: ['import', 'list', 'remove'],
    projections: ['status', 'rebuild', 'parked', 'replay-parked', 'skip-parked'],
    scoring: ['rescore', 'runs', 'cancel', 'retry', 'model', 'publish', 'verify', 'history', 'explain'],
    events: ['read', 'schemas', 'tail', 'verify', 'key'],
    audit: ['list', 'show', 'replay', 'as-of', 'export'],
    backup: ['create', 'record', 'verify', 'restore'],
    versions: ['list', 'snapshot'],
    staff: ['reset-password'],
    users: ['list'],
    demo: ['seed'],
  };
  /** Returns the commands that the help of a group lists. */
  const commandNames = async (...group: string[]) => {
    const [, list = ''] = (await outputOf('help', ...group)).split('\nCommands:\n');
    return [...list.matchAll(/^ {2}(\S+)/gm)].map(([, command]) => command);
  };

  test('lists every group and the commands of each', async () => {
    expect(await commandNames()).toEqual([...Object.keys(COMMANDS), 'help']);
    for (const [group, commands] of Object.entries(COMMANDS).filter(([, commands]) => commands.length > 0))
      expect(await commandNames(group), group).toEqual([...commands, 'help']);
  });

  test('is printed for an unknown command', async () => {
    expect(await refusal(['parcels'])).toMatch(/^error: unknown command 'parcels'\n\nUsage: landline/);
  });

  test('lists the commands for an option without its value', async () => {
    const printed = await refusal(['--url']);
    expect(printed).toMatch(/^error: option '--url <url>' argument missing\n\nUsage: landline/);
    expect(printed).toContain('\nCommands:\n');
  });
});

describe('names an invalid argument', () => {
  test.each([
    [['events', 'read', '--limit', 'abc'], "'--limit <n>' argument 'abc' is invalid. Must be a whole number"],
    [['events', 'read', '--limit', '0'], "'--limit <n>' argument '0' is invalid. Must be a whole number"],
    [['events', 'read', '--from', '-5'], "argument '-5' is invalid. Must be a whole number of at least 0."],
    [['scoring', 'explain', CANDIDATE, '--at', 'noon'], "'--at <position>' argument 'noon' is invalid."],
    [
      ['datasets', 'import', '--key', 'k', '--name', 'n', '--type', 'adu', '--profile', 'x', 'f'],
      "argument 'x' is invalid. Allowed choices are landline, lebanon-nh",
    ],
  ])('%j', async (args, words) => {
    expect(await refusal(args)).toContain(words);
  });
});

test('without an instance, names the directory that was searched', async () => {
  expect(await refusal(['scoring', 'runs'])).toBe(
    `No running instance on ${dir}: start it with npm start, or set DATA_DIR to its directory\n`,
  );
});

test('distinguishes a killed instance from a running one', async () => {
  const killed = path.join(dir, 'killed');
  await mkdir(killed);
  const apiUrl = `http://127.0.0.1:${await freePort()}`;
  const services = { databaseUrl: 'postgres://x', eventStoreUrl: 'esdb://x', apiUrl, publicUrl: apiUrl };
  await writeFile(path.join(killed, 'services.json'), JSON.stringify(services));
  await writeFile(path.join(killed, 'superadmin.json'), '{"email":"a@b.example","password":"x"}');
  expect(await refusal(['scoring', 'runs'], cliFor(() => ({ dataDir: killed, cwd: dir })).landline)).toBe(
    `No response from ${apiUrl}: start the instance with npm start\n`,
  );
});
