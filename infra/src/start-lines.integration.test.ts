import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdtemp, readFile, rename, rm, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from './postgres/free-port.ts';
import { ROOT } from './supervisor/instance.ts';
import { buildWeb } from './supervisor/web-build.ts';
import { until } from './testing/crashable-services.ts';
import { childrenOf } from './testing/product.ts';

let directory: string;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'landline-lines-'));
  await chmod(directory, 0o755); // PostgreSQL runs under another account when root starts it
  await buildWeb(ROOT);
}, 300_000);
afterAll(async () => {
  await Promise.all([...running].map(stop));
  // PostgreSQL's last background process may still write for a moment after the supervisor has exited.
  await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

function spawnStart(dataDir: string, port: number, env: NodeJS.ProcessEnv, ...args: string[]) {
  const child = spawn(process.execPath, [path.join(ROOT, 'infra/src/start.ts'), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  return { child, lines };
}

/** Returns everything printed up to `ready`. */
async function start(...args: Parameters<typeof spawnStart>) {
  const { child, lines } = spawnStart(...args);
  await until(
    'it is ready',
    async () => lines.at(-1)?.startsWith('ready ') || child.exitCode !== null,
    300_000,
  );
  expect(child.exitCode, lines.join('\n')).toBeNull();
  return { child, lines };
}

async function stop(child: ChildProcess): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

test('prints passwords and ready at the first start, and only ready at the next', {
  timeout: 300_000,
}, async () => {
  const dataDir = path.join(directory, 'lines');
  const port = await freePort();
  const first = await start(dataDir, port, {});
  const readJson = async (file: string) => JSON.parse(await readFile(path.join(dataDir, file), 'utf8'));
  const { email, password } = await readJson('superadmin.json');
  const { signIns } = (await readJson('demo.json')) as {
    signIns: { name: string; email: string; password: string }[];
  };
  const ready = `ready http://localhost:${port}`;
  expect(first.lines.map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['SuperAdmin', email, password, `(kept in ${dataDir}/superadmin.json)`],
    [`Demo sign-ins (kept in ${dataDir}/demo.json)`],
    ...signIns.map(({ name, email, password }) => [name, email, password]),
    [ready],
  ]);
  expect(signIns.length).toBeGreaterThan(5);
  await stop(first.child);
  const next = await start(dataDir, port, {});
  expect(next.lines).toEqual([ready]);
  await stop(next.child);
});

test('with --dev, serves the web from its sources and restarts processes whose sources change', {
  timeout: 300_000,
}, async () => {
  const env = { DEMO_DATA: 'off' };
  const port = await freePort();
  const { child, lines } = await start(path.join(directory, 'dev'), port, env, '--dev');
  const url = /^ready (http:\S+)$/.exec(lines.at(-1) ?? '')?.[1] ?? '';
  expect(await (await fetch(url)).text()).toContain('/src/main.tsx');
  const pids = () => childrenOf(child.pid as number); // the product printed `ready`, so its process exists
  const before = await pids();
  const source = path.join(ROOT, 'scoring-engine/src/main.ts');
  const CHANGED = ['scoring-engine', 'api', 'worker'];
  const restartsAfter = async (change: () => Promise<void>) => {
    const earlier = await pids();
    await change();
    await until(
      'the processes have restarted',
      async () => {
        const later = await pids();
        return CHANGED.every((name) => later[name] !== undefined && later[name] !== earlier[name]);
      },
      60_000,
    );
  };
  // Many editors save to another file and rename it.
  await restartsAfter(async () => {
    await copyFile(source, `${source}.saved`);
    await rename(`${source}.saved`, source);
  });
  await restartsAfter(() => utimes(source, new Date(), new Date()));
  const health = async () => (await fetch(`http://127.0.0.1:${port}/api/health`)).ok;
  await until('the API responds again', health, 60_000);
  expect((await fetch(new URL('/api/health', url))).status).toBe(200);
  const after = await pids();
  for (const name of ['projections', 'event-store', 'postgres']) expect(after[name]).toBe(before[name]);
});

test('with --dev, stops once on a signal while the web server starts', { timeout: 300_000 }, async () => {
  const dataDir = path.join(directory, 'dev-stopped');
  const { child, lines } = spawnStart(dataDir, await freePort(), { DEMO_DATA: 'off' }, '--dev');
  await until('all processes run', () => readFile(path.join(dataDir, 'services.json')), 300_000);
  await stop(child);
  expect(child.exitCode).toBe(0);
  expect(lines.filter((line) => line === 'stopping')).toHaveLength(1);
});
