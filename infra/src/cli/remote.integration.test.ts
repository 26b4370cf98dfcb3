import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OperatorScope } from '@landline/event-schemas';
import { withConnection } from '@landline/runtime/postgres/connection';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../postgres/free-port.ts';
import { LANDLINE } from '../testing/cli.ts';
import { until } from '../testing/crashable-services.ts';
import { signInTo } from '../testing/http.ts';
import { type Product, startProduct } from '../testing/product.ts';

let product: Product;
let staff: Awaited<ReturnType<typeof signInTo>>;
/** Empty directory, so that the commands have only a URL and a token. */
let dir: string;
beforeAll(async () => {
  product = await startProduct({ env: { DEMO_DATA: 'off' } });
  staff = await signInTo(product.url, product.superAdmin);
  dir = await mkdtemp(path.join(tmpdir(), 'landline-remote-'));
});
afterAll(async () => {
  await product?.dispose();
  await rm(dir, { recursive: true, force: true });
});

const run = (env: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const { SUPERADMIN_EMAIL: _, SUPERADMIN_PASSWORD: __, ...inherited } = process.env;
    const options = { cwd: dir, env: { ...inherited, DATA_DIR: dir, ...env } };
    const child = execFile(process.execPath, [LANDLINE, ...args], options, (_failed, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });

let issued = 0;
async function tokenFor(...scopes: OperatorScope[]): Promise<string> {
  const { password } = product.superAdmin;
  const body = { name: 'operator', scopes, days: 1, password };
  const { responseBody } = await staff.command('POST', '/api/operator-tokens', body, `token-${++issued}`);
  return (responseBody as { token: string }).token;
}

describe('with a URL and an operator token', () => {
  test('shows the status without a token', async () => {
    // The read models of a product that has just started may still be behind.
    await until('it is healthy', async () => {
      const { stdout } = await run({}, '--url', product.url, 'status', '--json');
      return JSON.parse(stdout).health === 'ok';
    });
    const { code, stdout } = await run({}, '--url', product.url, 'status', '--json');
    const status = JSON.parse(stdout);
    expect(status).toMatchObject({ url: product.url, health: expect.any(String) });
    expect(code).toBe(status.ready ? 0 : 1);
  });

  test('shows read models, rebuilds one and retries parked events', async () => {
    const LANDLINE_TOKEN = await tokenFor('status', 'projections');
    const env = { LANDLINE_URL: product.url, LANDLINE_TOKEN };
    const status = await run(env, 'projections', 'status');
    expect(status).toMatchObject({ code: 0, stderr: '' });
    expect(status.stdout).toMatch(/^clients +\d/m);
    expect(await run(env, 'projections', 'rebuild', 'clients')).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^clients: generation \d+ is live\n$/),
    });
    expect(await run(env, 'projections', 'replay-parked')).toMatchObject({
      code: 0,
      stdout: 'No events are parked\n',
    });
    const skip = ['projections', 'skip-parked', 'clients', '1', '--reason', 'test'];
    expect(await run(env, ...skip)).toMatchObject({ code: 1, stdout: '' });
  });

  test('lists users and records a backup, which the event log shows', async () => {
    const args = ['--url', product.url, '--token', await tokenFor('users', 'backups', 'audit')];
    const users = await run({}, ...args, 'users', 'list', '--json');
    expect(JSON.parse(users.stdout)).toContainEqual(
      expect.objectContaining({ email: product.superAdmin.email, role: 'SuperAdmin', can_sign_in: true }),
    );
    expect(await run({}, ...args, 'backup', 'record', '2026-01-02')).toMatchObject({ code: 0, stderr: '' });
    const listed = await run({}, ...args, 'audit', 'list', '--type', 'BackupRecorded', '--json');
    expect(JSON.parse(listed.stdout)[0]).toMatchObject({
      type: 'BackupRecorded',
      actor: { role: 'SuperAdmin' },
    });
  });

  test("prints the same events as on the installation's machine, and verifies them with a given key", async () => {
    const args = ['--url', product.url, '--token', await tokenFor('audit')];
    const local = { DATA_DIR: product.dataDir };
    // Only events older than this test, because the anchor process keeps appending others.
    for (const options of [
      ['--from', '2', '--limit', '6'],
      ['--stream', 'log-landline'],
      ['--from', '8', '--backwards', '--limit', '6'],
    ]) {
      const remote = await run({}, ...args, 'events', 'read', '--json', ...options);
      expect(remote.stdout).toContain('"type"');
      expect(remote).toEqual(await run(local, 'events', 'read', '--json', ...options));
    }
    const tail = spawn(process.execPath, [LANDLINE, ...args, 'events', 'tail', '--json'], {
      cwd: dir,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    tail.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    await until('an event appended during the tail is printed', async () => {
      await tokenFor('status');
      return printed.includes('"OperatorTokenIssued"');
    });
    tail.kill('SIGINT');
    expect(await once(tail, 'exit')).toEqual([0, null]);
    for (const action of ['read', 'tail'])
      expect(await run({}, ...args, 'events', action, '--stream', 'nothing-1')).toEqual({
        code: 1,
        stdout: '',
        stderr: 'There is no stream nothing-1\n',
      });
    expect(await run({}, ...args, 'events', 'verify')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Pass the trusted public key with --key/),
    });
    const key = path.join(dir, 'key.pem');
    await writeFile(key, (await run(local, 'events', 'key')).stdout);
    const { code, stdout } = await run({}, ...args, 'events', 'verify', '--key', key, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ mismatch: null });
    expect(JSON.parse(stdout).anchored).toBeGreaterThan(0);
  });

  test("imports a dataset, and prints the same scores, explanations and checksums as on the installation's machine", async () => {
    const env = { LANDLINE_URL: product.url, LANDLINE_TOKEN: await tokenFor('property', 'audit') };
    const columns = 'apn,street_address,zip_code,units,parcel_area,open_area,open_ratio,building_area';
    const parcels = `${columns}\n1,1 Main St,90250,2,12000,9000,0.75,3000\n`;
    await writeFile(path.join(dir, 'parcels.csv'), parcels);
    const dataset = ['--key', 'remote', '--name', 'Remote', '--type', 'adu'];
    expect(await run(env, 'datasets', 'import', ...dataset, 'parcels.csv')).toMatchObject({ code: 0 });
    const id = await until(
      'the candidate is scored',
      async () => {
        const query = '/api/geo/candidates?datasetKey=remote';
        const { data } = await staff.get<{ data: { id: string; score: number | null }[] }>(query);
        return data[0]?.score !== null && data[0]?.id;
      },
      60_000,
    );
    const { code, stdout } = await run(env, 'scoring', 'history', id, '--json');
    expect(code).toBe(0);
    const [{ position, score }] = JSON.parse(stdout);
    expect(JSON.parse(stdout)[0]).toMatchObject({
      score: expect.any(Number),
      by: { role: 'SuperAdmin' },
    });

    const local = { DATA_DIR: product.dataDir };
    for (const args of [
      ['history', id, '--scope', 'some-client', '--json'],
      ['explain', id, '--at', position],
      ['explain', id, '--at', position, '--scope', 'some-client'],
    ]) {
      const remote = await run(env, 'scoring', ...args);
      expect(remote).toEqual({ code: 0, stdout: expect.stringContaining(`"score":${score}`), stderr: '' });
      expect(remote).toEqual(await run(local, 'scoring', ...args));
    }
    expect(await run(env, 'scoring', 'explain', id, '--at', '0')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'No such candidate or no scoring model existed at position 0\n',
    });
    await until(
      'the run is reported',
      async () => (await run(local, 'scoring', 'verify', 'remote')).code === 0,
    );
    const verified = await run(env, 'scoring', 'verify', 'remote', '--json');
    expect(verified).toEqual(await run(local, 'scoring', 'verify', 'remote', '--json'));
    expect(JSON.parse(verified.stdout)).toMatchObject({ agrees: true, count: 1, packed: expect.any(String) });
    expect(await run(env, 'scoring', 'verify', 'remote', '--scope', 'some-client')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'remote has no scores of its own in scope some-client\n',
    });
  });

  test('fails verification when the live scores were altered', async () => {
    const env = { LANDLINE_URL: product.url, LANDLINE_TOKEN: await tokenFor('property', 'audit') };
    const lastLine = async () => {
      const { code, stdout } = await run(env, 'scoring', 'verify', 'remote');
      return { code, line: stdout.trim().split('\n').at(-1) };
    };
    expect(await lastLine()).toEqual({ code: 0, line: 'All checksums match' });
    const flipBit = () =>
      withConnection(product.services.databaseUrl, 'test', (database) =>
        database.query(
          `UPDATE scoring.packed_scores SET scores = set_byte(scores, 0, get_byte(scores, 0) # 1)
           WHERE set_id = (SELECT set_id FROM scoring.live_set WHERE dataset_key = 'remote')`,
        ),
      );
    await flipBit();
    expect(await lastLine()).toEqual({ code: 1, line: 'The checksums do not match' });
    await flipBit();
    expect(await lastLine()).toEqual({ code: 0, line: 'All checksums match' });
  });

  test('names the permission that a token lacks', async () => {
    const args = ['--url', product.url, '--token', await tokenFor('status')];
    expect(await run({}, ...args, 'projections', 'rebuild', 'clients')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'This operator token lacks the permission "projections".\n',
    });
  });
});

describe('exits with status 1 and one sentence', () => {
  test.each<[string[], RegExp]>([
    [['--url', 'landline.example.com', 'status'], /^--url must be a URL such as https:/],
    [['--url', 'https://landline.example.com', 'users', 'list'], /^Set LANDLINE_TOKEN, or pass --token/],
    ...[
      ['staff', 'reset-password', '--email', 'ada@example.com'],
      ['demo', 'seed'],
      ['events', 'key'],
    ].map((command): [string[], RegExp] => [
      ['--url', 'https://landline.example.com', '--token', 'x', ...command],
      /^This command needs the data directory of the installation/,
    ]),
  ])('for %j', async (args, words) => {
    const { code, stdout, stderr } = await run({}, ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(words);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  /** Runs a command on a server that responds to every request like this. */
  async function runOn(respond: RequestListener, ...command: string[]) {
    const server = createServer(respond).listen(0);
    await once(server, 'listening');
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      return { url, ...(await run({}, '--url', url, '--token', 'x', ...command)) };
    } finally {
      server.close();
    }
  }

  test.each([
    ['events', 'read'],
    ['scoring', 'explain', 'x', '--at', '9'],
    ['users', 'list'],
  ])('when the connection ends in the middle of the response: %s %s', async (...command) => {
    const row = { position: '1', id: 'x', type: 'LogCreated', stream: 'log-landline', revision: '0' };
    const line = `${JSON.stringify({ ...row, data: {}, metadata: {} })}\n`;
    const result = await runOn((_, response) => response.write(line, () => response.destroy()), ...command);
    expect(result).toMatchObject({
      code: 1,
      stderr: 'The connection ended before the whole response was read\n',
    });
  });

  test.each(['status', 'users list', 'audit export', 'environment import facilities.csv --kind epa'])(
    'when the URL is another website: %s',
    async (command) => {
      await writeFile(path.join(dir, 'facilities.csv'), 'name,latitude,longitude\nYard,34,-118\n');
      const { url, ...result } = await runOn(
        (_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'),
        ...command.split(' '),
      );
      expect(result).toEqual({ code: 1, stdout: '', stderr: `${url} is not a Landline installation\n` });
    },
  );

  test.each([
    'users list',
    'environment import facilities.csv --kind epa',
    'datasets import facilities.csv --key yard --name Yard --type ios',
  ])('when the server does not respond, and names its URL: %s', async (command) => {
    await writeFile(path.join(dir, 'facilities.csv'), 'name,latitude,longitude\nYard,34,-118\n');
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(await run({}, '--url', url, '--token', 'x', ...command.split(' '))).toEqual({
      code: 1,
      stdout: '',
      stderr: `No response from ${url}: check the URL\n`,
    });
  });
});
