import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from './postgres/free-port.ts';
import { startTime } from './postgres/orphans.ts';
import { ROOT } from './supervisor/instance.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-start-'));
  await chmod(dataDir, 0o755); // PostgreSQL runs under another account when root starts it
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const BAD = {
  PORT: 'eighty',
  PUBLIC_URL: 'landline',
  SMTP_URL: 'mail.example.com',
  MAIL_FROM: 'nobody',
  LOG_LEVEL: 'chatty',
  DEMO_DATA: 'perhaps',
  TRUST_PROXY: 'perhaps',
  SUPERADMIN_EMAIL: 'root',
  SUPERADMIN_PASSWORD: 'short',
  JWT_SECRET: 'short',
  MAP_TILES_URL: 'https://tiles.example.com/',
  CRAWL_PAUSE_MS: '-1',
  CRAWL_ALLOW_PRIVATE: 'perhaps',
  DATABASE_URL: 'mysql://localhost/landline',
  EVENTSTORE_URL: 'http://localhost',
  PROJECTORS: 'log,lag',
};

test('names all invalid settings in one message without their values, and starts nothing', async () => {
  const started = promisify(execFile)(process.execPath, [path.join(ROOT, 'infra/src/start.ts')], {
    env: { ...process.env, ...BAD, DATA_DIR: path.join(dataDir, 'bad') },
  });
  const { code, stdout, stderr } = await started.catch((error) => error);
  expect(code).toBe(1);
  expect(stdout).toBe('');
  const named = stderr
    .trim()
    .split('\n')
    .map((line: string) => line.split(':')[0]);
  expect(named.sort()).toEqual(Object.keys(BAD).sort());
  expect(stderr).not.toContain(BAD.DATABASE_URL);
  expect(await readdir(dataDir)).toEqual([]);
});

test('requires an event store and a secret with an external database', async () => {
  const started = promisify(execFile)(process.execPath, [path.join(ROOT, 'infra/src/start.ts')], {
    env: { ...process.env, DATABASE_URL: 'postgres://localhost/landline', DATA_DIR: dataDir },
  });
  const { code, stderr } = await started.catch((error) => error);
  expect(code).toBe(1);
  expect(stderr).toBe(
    'JWT_SECRET: required when DATABASE_URL is set\nEVENTSTORE_URL: required when DATABASE_URL is set\n',
  );
});

/** Returns the ids of all descendants of a process. */
async function descendantsOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({
    stdout: '',
  }));
  const children = stdout.split('\n').filter(Boolean).map(Number);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}

async function postmasterIn(directory: string): Promise<number | undefined> {
  const file = path.join(directory, 'postgres', 'cluster', 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text?.includes('ready') ? Number.parseInt(text, 10) : undefined;
}

async function ready(npm: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    npm.once('exit', (code) => reject(new Error(`It ended (exit code ${code})`)));
    if (npm.stdout)
      createInterface({ input: npm.stdout }).on('line', (line) => line.startsWith('ready ') && resolve());
  });
}

/** Runs a start that is expected to be refused. */
async function refusedStart(env: NodeJS.ProcessEnv): Promise<{ code: number; stderr: string }> {
  const started = promisify(execFile)(process.execPath, [path.join(ROOT, 'infra/src/start.ts')], {
    env: { ...process.env, DEMO_DATA: 'off', ...env },
    timeout: 120_000,
  });
  return await started.then(
    () => ({ code: 0, stderr: '' }),
    ({ code, stderr }) => ({ code, stderr }),
  );
}

test('rejects a port that is in use, before it starts anything', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, resolve));
  const { port } = other.address() as AddressInfo; // a listening TCP server has one
  try {
    const directory = path.join(dataDir, 'taken');
    expect(await refusedStart({ DATA_DIR: directory, PORT: String(port) })).toEqual({
      code: 1,
      stderr: `Port ${port} is in use by another program; set PORT to another one\n`,
    });
    expect(await readdir(dataDir)).not.toContain('taken');
  } finally {
    other.close();
  }
});

test('stops everything when it fails after the start of the processes', { timeout: 300_000 }, async () => {
  const directory = path.join(dataDir, 'unreadable');
  await mkdir(directory, { mode: 0o755 });
  await writeFile(path.join(directory, 'demo.json'), ''); // the start cannot read the demo sign-ins
  const { code, stderr } = await refusedStart({ DATA_DIR: directory, PORT: String(await freePort()) });
  expect(code).toBe(1);
  expect(stderr).toContain('JSON');
  expect(await readdir(directory)).not.toContain('services.json');
  expect(await postmasterIn(directory)).toBeUndefined();
});

test('does not disturb the running instance when a second start fails, and stops everything on a signal', {
  timeout: 600_000,
}, async () => {
  const port = String(await freePort());
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: port, DEMO_DATA: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await ready(npm);
  const running = await descendantsOf(npm.pid as number); // the product printed `ready`, so its process exists
  expect(running.length).toBeGreaterThan(6);
  const services = await readFile(path.join(dataDir, 'services.json'), 'utf8');
  const second = await refusedStart({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  expect(second.code).toBe(1);
  expect(second.stderr).toMatch(/^\S+ is in use by process \d+; stop that instance first\n$/);
  expect(await readFile(path.join(dataDir, 'services.json'), 'utf8')).toBe(services);
  npm.kill('SIGTERM');
  await expect
    .poll(async () => (await Promise.all(running.map(startTime))).filter(Boolean), { timeout: 120_000 })
    .toEqual([]);
  expect(await readdir(dataDir)).not.toContain('services.json');
});

test('stops everything on a signal before it is ready, although the database does not respond', {
  timeout: 600_000,
}, async () => {
  const directory = path.join(dataDir, 'unready');
  const supervisor = spawn(process.execPath, [path.join(ROOT, 'infra/src/start.ts')], {
    env: { ...process.env, DATA_DIR: directory, PORT: String(await freePort()), DEMO_DATA: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = supervisor.pid as number; // the supervisor runs, or it would have no children
  await expect.poll(() => postmasterIn(directory), { timeout: 300_000 }).toBeDefined();
  await expect.poll(async () => (await descendantsOf(pid)).length).toBeGreaterThan(8);
  const postmaster = (await postmasterIn(directory)) as number; // the poll above has seen it
  process.kill(postmaster, 'SIGSTOP');
  const backends = (await descendantsOf(postmaster)).map(String);
  await promisify(execFile)('kill', ['-STOP', ...backends]).catch(() => undefined); // a process may just have exited
  const running = await descendantsOf(pid);
  supervisor.kill('SIGTERM');
  await expect
    .poll(async () => (await Promise.all([pid, ...running].map(startTime))).filter(Boolean), {
      timeout: 120_000,
    })
    .toEqual([]);
});
