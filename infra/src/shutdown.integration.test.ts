import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { withConnection } from '@landline/runtime/postgres/connection';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from './supervisor/instance.ts';
import { type IsolatedServices, startIsolatedServices } from './testing/services.ts';
import { signalProcess } from './testing/signal-process.ts';

const PROCESSES = {
  api: 'api/src/main.ts',
  worker: 'api/src/worker.ts',
  projections: 'projections/src/main.ts',
  'scoring-engine': 'scoring-engine/src/main.ts',
  relay: 'projections/src/relay/main.ts',
  anchor: 'infra/src/anchor/main.ts',
  'event-store': 'infra/src/event-store/main.ts',
};
/** Time limit for an exit, in milliseconds: the ten seconds that a process has, plus slack for a busy machine. */
const EXIT_TIMEOUT_MS = 30_000;

const run = promisify(execFile);

let services: IsolatedServices;
let eventsUrl: string;
let directory: string;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  services = await startIsolatedServices();
  eventsUrl = await services.postgres.database('events_of_another');
  directory = await mkdtemp(path.join(os.tmpdir(), 'landline-ending-'));
  await run('mkfifo', [path.join(directory, 'no-writer.fifo')]);
  await writeFile(path.join(directory, 'stuck.mjs'), STUCK);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await services?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** `process.exit` waits for all threads; here one blocks on a pipe that never gets a writer. */
const STUCK = `import { open } from 'node:fs'; open(new URL('no-writer.fifo', import.meta.url), () => undefined);`;

/** Starts an entry point as a process and resolves when it reports ready. */
async function start(entry: string, execArgv: string[] = []): Promise<ChildProcess> {
  const child = fork(path.join(ROOT, entry), {
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: services.databaseUrl,
      EVENTSTORE_URL: services.eventStoreUrl,
      EVENTSTORE_DATABASE_URL: eventsUrl,
      JWT_SECRET: 'a secret that only tests know, and long enough',
      KAFKA_BROKERS: entry.includes('relay') ? '127.0.0.1:1' : undefined,
      DATA_DIR: directory,
      PORT: '0',
      LOG_LEVEL: 'silent',
    },
  });
  children.add(child);
  const ready = Promise.withResolvers<void>();
  child.on('message', (message: object) => 'ready' in message && ready.resolve());
  child.once('exit', (code, signal) => ready.reject(new Error(`${entry} exited with ${signal ?? code}`)));
  await ready.promise;
  return child;
}

async function waitForExit(child: ChildProcess, requestStop: () => void): Promise<void> {
  expect(child.exitCode).toBeNull();
  const exited = once(child, 'exit', { signal: AbortSignal.timeout(EXIT_TIMEOUT_MS) });
  requestStop();
  await exited;
}

/**
 * Sends a signal to PostgreSQL's processes and the event store. While paused, they keep their connections open but do not respond.
 */
async function signalServices(signal: NodeJS.Signals): Promise<void> {
  const { pid } = services.postgres;
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]);
  const backends = stdout.split('\n').filter(Boolean).map(Number);
  for (const each of [services.eventStore.pid, pid, ...backends]) signalProcess(each, signal);
}

/** Starts a process that runs `running`, an expression that may use `signal`, and stops it. Returns its exit code. */
async function exitCodeOf(running: string): Promise<number | null> {
  const file = path.join(directory, 'test-process.mjs');
  await writeFile(
    file,
    `import { setExitTask } from '${ROOT}/infra/runtime/src/process/exit-task.ts';
    import { runProcess } from '${ROOT}/infra/runtime/src/process/run-process.ts';
    await runProcess('test', () => ({ LOG_LEVEL: 'silent' }), (config, log, signal) => (${running}));`,
  );
  const child = await start(path.relative(ROOT, file));
  await waitForExit(child, () => child.kill('SIGTERM'));
  return child.exitCode;
}

test('exits with status 1 if it cannot stop cleanly', async () => {
  expect(await exitCodeOf(`{ stop: () => Promise.reject(new Error('busy')) }`)).toBe(1);
});

test('runs its exit task although closing its connections takes too long', async () => {
  const running = `setExitTask(async () => { process.exitCode = 7; }), {
    finished: new Promise((resolve) => signal.addEventListener('abort', resolve)),
    stop: () => new Promise(() => {}),
  }`;
  expect(await exitCodeOf(running)).toBe(7);
});

test('closes its connections if its work ends with the reason of the signal', async () => {
  const running = `{
    finished: new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    stop: async () => { process.exitCode = 7; },
  }`;
  expect(await exitCodeOf(running)).toBe(7);
});

test('removes its report when it stops', async () => {
  const preload = path.join(ROOT, 'infra/src/process-report/preload.ts');
  const child = await start(PROCESSES.api, [`--import=${preload}`]);
  await withConnection(services.databaseUrl, 'test', async (client) => {
    const reports = async () =>
      (await client.query('SELECT FROM api.process WHERE pid = $1', [child.pid])).rowCount;
    await expect.poll(reports, { timeout: 10_000 }).toBe(1);
    await waitForExit(child, () => child.kill('SIGTERM'));
    expect(child.exitCode).toBe(0);
    expect(await reports()).toBe(0);
  });
});

describe('exits within its time limit', () => {
  test('when PostgreSQL and the event store hang', async () => {
    const started = await Promise.all(
      Object.entries(PROCESSES).map(async ([name, entry]) => ({ name, child: await start(entry) })),
    );
    await signalServices('SIGSTOP');
    try {
      const failures: string[] = [];
      await Promise.all(
        started.map(({ name, child }) =>
          waitForExit(child, () => child.kill('SIGTERM')).catch((error) =>
            failures.push(`${name}: ${error}`),
          ),
        ),
      );
      expect(failures).toEqual([]);
    } finally {
      await signalServices('SIGCONT');
    }
  });

  test('when a thread is blocked: after SIGTERM, and after its parent exits', async () => {
    const stuck = () => start(PROCESSES.api, [`--import=${path.join(directory, 'stuck.mjs')}`]);
    const [signalled, orphan] = await Promise.all([stuck(), stuck()]);
    await Promise.all([
      waitForExit(signalled, () => signalled.kill('SIGTERM')),
      waitForExit(orphan, () => orphan.disconnect()),
    ]);
  });
});
