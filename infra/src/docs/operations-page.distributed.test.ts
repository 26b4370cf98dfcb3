import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KafkaBroker, startKafka } from '../kafka/broker.ts';
import { freePort } from '../postgres/free-port.ts';
import { ROOT } from '../supervisor/instance.ts';
import { until } from '../testing/crashable-services.ts';
import { signInTo } from '../testing/http.ts';
import { startTestServices, type TestServices } from '../testing/services.ts';

const SUPER_ADMIN = { email: 'root@example.com', password: 'Correct-horse-battery-1' };
const START_TIMEOUT_MS = 300_000;

let services: TestServices;
let broker: KafkaBroker;
let directory: string;
let shell: ChildProcess | undefined;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'landline-operations-page-'));
  // Start one after the other, so that `afterAll` stops the first one if the second fails.
  services = await startTestServices();
  broker = await startKafka({ dataDir: path.join(directory, 'kafka') });
});
afterAll(async () => {
  const group = shell?.pid;
  if (group !== undefined && isRunning(-group)) {
    process.kill(-group, 'SIGTERM');
    // The shell may exit before the processes that it started, which still use the database.
    await until('the installation has ended', async () => !isRunning(-group));
  }
  await broker?.stop();
  await services?.stop();
  await rm(directory, { recursive: true, force: true });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Creates a checkout with its own web folder, because the build empties the folder that other tests serve. */
async function createCheckout(): Promise<string> {
  const root = path.join(directory, 'checkout');
  await cp(path.join(ROOT, 'web'), path.join(root, 'web'), {
    recursive: true,
    filter: (source) => !/\/(?:node_modules|dist)$/.test(source),
  });
  for (const name of [
    ...['node_modules', 'web/node_modules', 'package.json', 'package-lock.json', 'tsconfig.json'],
    ...['api', 'event-schemas', 'infra', 'projections', 'scoring-engine'],
  ])
    await symlink(path.join(ROOT, name), path.join(root, name));
  return root;
}

/** Reads the commands of the operations page and replaces the values of their variables. */
async function readCommands(values: Readonly<Record<string, string>>): Promise<string> {
  const page = await readFile(path.join(ROOT, 'docs/operations.md'), 'utf8');
  const section = page.slice(page.indexOf('## Your own PostgreSQL and EventStoreDB'));
  const [, block = ''] = /```\n([\s\S]*?)```/.exec(section) ?? [];
  const used = new Set<string>();
  const filled = block.replaceAll(/\b([A-Z_]+)=\S+/g, (_, name: string) => {
    used.add(name);
    return `${name}='${values[name]}'`;
  });
  expect([...used].sort()).toEqual(Object.keys(values).sort());
  return filled;
}

test('the commands of the operations page start an installation', {
  timeout: START_TIMEOUT_MS * 2,
}, async () => {
  const port = await freePort();
  const script = await readCommands({
    DATABASE_URL: services.databaseUrl,
    EVENTSTORE_URL: services.eventStoreUrl,
    KAFKA_BROKERS: broker.brokers,
    JWT_SECRET: 'a secret of a test, which is long enough',
    SUPERADMIN_EMAIL: SUPER_ADMIN.email,
    SUPERADMIN_PASSWORD: SUPER_ADMIN.password,
    DATA_DIR: path.join(directory, 'data'),
    WEB_DIR: 'web/dist',
    PORT: String(port),
    PUBLIC_URL: 'https://landline.example',
  });
  shell = spawn('bash', ['-euc', `${script}\nwait`], {
    cwd: await createCheckout(),
    detached: true, // a separate process group, so that one signal ends all of it
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  });
  const url = `http://localhost:${port}`;
  await until(
    'the installation is ready',
    async () => (await fetch(`${url}/api/ready`)).ok,
    START_TIMEOUT_MS,
  );
  const page = await fetch(url);
  expect(await page.text()).toContain('<div id="root">');
  // This header is sent only if PUBLIC_URL is https.
  expect(page.headers.has('strict-transport-security')).toBe(true);
  expect((await fetch(`${url}/api/ai/widget/base.js`)).status).toBe(200);
  const staff = await signInTo(url, SUPER_ADMIN);
  await until('every process reports', async () => {
    const { data } = await staff.get<{ data: { processes: { name: string; reporting: boolean }[] } }>(
      '/api/admin/database-health',
    );
    const reporting = new Set(data.processes.flatMap((each) => (each.reporting ? [each.name] : [])));
    return ['anchor', 'api', 'projections', 'relay', 'scoring-engine', 'worker'].every((name) =>
      reporting.has(name),
    );
  });
});
