import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyInitializedCluster } from '../testing/services.ts';
import { serverAccount } from './account.ts';
import { enterableBinaries, postgresBinaries } from './binaries.ts';
import { ensureDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { startTime } from './orphans.ts';
import { type Postgres, startPostgres } from './postgres.ts';

const FIXTURE = fileURLToPath(new URL('./start-fixture.ts', import.meta.url));

let dataDir: string;
const running: Postgres[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-postgres-'));
  await chmod(dataDir, 0o755);
  await copyInitializedCluster(dataDir);
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((postgres) => postgres.stop('immediate')));
  await rm(dataDir, { recursive: true, force: true });
});

async function start(options: Partial<Parameters<typeof startPostgres>[0]> = {}): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, ...options });
  running.push(postgres);
  return postgres;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function alive(pid: number): Promise<boolean> {
  return (await startTime(pid)) !== undefined;
}

async function waitUntilGone(pid: number): Promise<void> {
  while (await alive(pid)) await delay(10);
}

test('starts in an empty directory, keeps its data, and restarts on the same port', async () => {
  const [port, empty] = [await freePort(), path.join(dataDir, 'empty')];
  const first = await start({ port, dataDir: empty });
  await ensureDatabase(first.url('items'));
  await ensureDatabase(first.url('items'));
  await query(first.url('items'), `CREATE TABLE item (name text); INSERT INTO item VALUES ('kept')`);
  await first.stop();
  expect(await first.exited).toEqual({ code: 0, signal: null });
  const second = await start({ port, dataDir: empty });
  expect(second.url('items')).toBe(first.url('items'));
  expect(await query(second.url('items'), 'SELECT name FROM item')).toEqual([{ name: 'kept' }]);
});

test('runs version 18 in UTF-8 with locale-independent sorting and full durability', async () => {
  const { url } = await start();
  const names = [
    'server_version',
    'server_encoding',
    'fsync',
    'full_page_writes',
    'synchronous_commit',
    'listen_addresses',
  ];
  const settings = await query(
    url('postgres'),
    `SELECT name, setting FROM pg_settings WHERE name IN (${names.map((name) => `'${name}'`).join()})`,
  );
  expect(
    Object.fromEntries(
      (settings as { name: string; setting: string }[]).map(({ name, setting }) => [name, setting]),
    ),
  ).toEqual({
    server_version: expect.stringMatching(/^18\./),
    server_encoding: 'UTF8',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    listen_addresses: '127.0.0.1',
  });
  expect(
    await query(
      url('postgres'),
      'SELECT datlocprovider AS provider, datlocale AS locale FROM pg_database LIMIT 1',
    ),
  ).toEqual([{ provider: 'b', locale: 'C.UTF-8' }]);
  expect(await query(url('postgres'), `SELECT upper('größe') AS upper`)).toEqual([{ upper: 'GRÖßE' }]);
});

test('listens on a socket that only its account can use, and on TCP if the path is too long', async () => {
  const address = (url: string) => query(url, 'SELECT inet_server_addr() AS address');
  const { url, port } = await start();
  expect(await address(url('postgres'))).toEqual([{ address: null }]);
  expect((await stat(path.join(dataDir, 'sockets'))).mode & 0o777).toBe(0o700);
  const overTcp = new URL(url('postgres'));
  overTcp.host = `127.0.0.1:${port}`;
  expect(await address(overTcp.href)).toEqual([{ address: '127.0.0.1' }]);

  const deep = path.join(dataDir, 'a'.repeat(100));
  const far = await start({ dataDir: deep });
  expect(await address(far.url('postgres'))).toEqual([{ address: '127.0.0.1' }]);
});

test('refuses connections without the password, which only its owner can read', async () => {
  const { url } = await start();
  const wrong = new URL(url('postgres'));
  wrong.password = 'guess';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  expect((await stat(path.join(dataDir, 'password'))).mode & 0o077).toBe(0);
});

test('does not replace a password that it cannot read', async () => {
  const password = path.join(dataDir, 'password');
  await rm(password);
  await mkdir(password);
  await expect(start()).rejects.toThrow('EISDIR');
});

test('runs several servers side by side', async () => {
  const ports = await Promise.all(
    [1, 2].map(async (number) => (await start({ dataDir: path.join(dataDir, `${number}`) })).port),
  );
  expect(new Set(ports).size).toBe(2);
});

test('reports its death and recovers committed data', async () => {
  const first = await start();
  await query(first.url('postgres'), `CREATE TABLE item (name text); INSERT INTO item VALUES ('committed')`);
  process.kill(first.pid, 'SIGKILL');
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });
  const second = await start({ port: first.port });
  expect(await query(second.url('postgres'), 'SELECT name FROM item')).toEqual([{ name: 'committed' }]);
});

describe('a server of another process', () => {
  const elsewhere: { parent: ChildProcess; pid: number }[] = [];

  async function startElsewhere(): Promise<{ parent: ChildProcess; pid: number; url: string }> {
    const parent = fork(FIXTURE, [dataDir], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const [hello] = (await once(parent, 'message')) as [{ pid: number; url: string }];
    elsewhere.push({ parent, pid: hello.pid });
    return { parent, ...hello };
  }

  afterEach(async () => {
    for (const { parent, pid } of elsewhere.splice(0)) {
      parent.kill('SIGKILL');
      await waitUntilGone(pid);
    }
  });

  test('stops when its parent is killed', async () => {
    const { parent, pid } = await startElsewhere();
    parent.kill('SIGKILL');
    await waitUntilGone(pid);
  });

  test('delays a server that starts right after its parent was killed', async () => {
    const { parent, pid, url } = await startElsewhere();
    await query(url, `CREATE TABLE item (name text); INSERT INTO item VALUES ('committed')`);
    parent.kill('SIGKILL');
    const next = await start();
    expect(await alive(pid)).toBe(false);
    expect(await query(next.url('postgres'), 'SELECT name FROM item')).toEqual([{ name: 'committed' }]);
  });

  test.runIf(process.platform === 'linux')(
    'is stopped by the next start if its watchdog was killed, too',
    async () => {
      const { parent, pid } = await startElsewhere();
      const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
      for (const each of pids) {
        const command = await readFile(`/proc/${each}/cmdline`, 'utf8').catch(() => '');
        if (command.includes(`kill -INT ${pid}`)) process.kill(each, 'SIGKILL');
      }
      parent.kill('SIGKILL');
      await once(parent, 'exit');
      expect(await alive(pid)).toBe(true);
      const next = await start();
      expect(await alive(pid)).toBe(false);
      expect(next.pid).not.toBe(pid);
    },
  );

  test('keeps other servers off its directory while its parent runs', async () => {
    const { parent } = await startElsewhere();
    await expect(startPostgres({ dataDir })).rejects.toThrow(`is in use by process ${parent.pid}`);
  });
});

describe.skipIf(process.getuid?.() !== 0)('started by root (skipped for other users)', () => {
  const elsewhere: string[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((postgres) => postgres.stop('immediate')));
    for (const each of elsewhere.splice(0)) await rm(each, { recursive: true, force: true });
  });

  async function closedHome(): Promise<string> {
    const closed = path.join(dataDir, 'closed');
    await mkdir(closed, { mode: 0o700 });
    return path.join(closed, 'data', 'postgres');
  }

  test('keeps the cluster in a directory that its account can enter, and finds it there again', async () => {
    const home = await closedHome();
    const first = await start({ dataDir: home });
    const cluster = await readlink(path.join(home, 'cluster'));
    elsewhere.push(path.dirname(cluster));
    expect(cluster).toMatch(/^\/var\/lib\/landline\/data-[0-9a-f]{8}\/cluster$/);
    await query(first.url('postgres'), `CREATE TABLE item (name text); INSERT INTO item VALUES ('kept')`);
    await first.stop();
    const second = await start({ dataDir: home });
    expect(await query(second.url('postgres'), 'SELECT name FROM item')).toEqual([{ name: 'kept' }]);
    expect(await readlink(path.join(home, 'cluster'))).toBe(cluster);
    await second.stop();
    await rm(cluster, { recursive: true }); // simulate a first start that ended before its cluster was complete
    await start({ dataDir: home });
    expect(await readlink(path.join(home, 'cluster'))).toBe(cluster);
  });

  test('names the directory above an existing cluster that its account cannot enter', async () => {
    const home = path.join(dataDir, 'closed', 'postgres');
    const first = await start({ dataDir: home });
    await first.stop();
    await chmod(path.dirname(home), 0o700);
    await expect(startPostgres({ dataDir: home })).rejects.toThrow(`chmod o+x ${path.dirname(home)}`);
  });

  test('runs copies of programs that its account cannot reach', async () => {
    const account = await serverAccount(path.join(dataDir, 'none'));
    const installed = await postgresBinaries();
    expect(installed).toMatchObject(await enterableBinaries(installed, account));
    const closed = path.join(dataDir, 'modules');
    await mkdir(path.join(closed, 'package'), { recursive: true, mode: 0o700 });
    await chmod(closed, 0o700);
    const native = path.dirname(path.dirname(installed.postgres));
    await promisify(execFile)('cp', ['-RP', native, path.join(closed, 'package', 'native')]);
    const version = `test-${path.basename(dataDir)}`;
    await writeFile(path.join(closed, 'package', 'package.json'), JSON.stringify({ version }));
    await promisify(execFile)('chmod', ['-R', 'go-rwx', closed]);
    const hiddenProgram = (name: string) => path.join(closed, 'package', 'native', 'bin', name);
    const copies = await enterableBinaries(
      { initdb: hiddenProgram('initdb'), postgres: hiddenProgram('postgres') },
      account,
    );
    elsewhere.push(`/var/lib/landline/postgresql-${version}`);
    const { stdout } = await promisify(execFile)(copies.postgres, ['--version'], {
      ...account.ids,
      cwd: '/',
    });
    expect(stdout).toContain('(PostgreSQL) 18');
  });
});

test('reports the end of its log if it cannot start', async () => {
  const { port } = await start();
  const other = path.join(dataDir, 'other');
  await expect(startPostgres({ dataDir: other, port })).rejects.toThrow(
    /could not bind|Address already in use/,
  );
});
