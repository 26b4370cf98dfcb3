import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
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
/** Time limit for a stop, in milliseconds: a process has ten seconds, and a busy machine is slower. */
const EXIT_TIMEOUT_MS = 30_000;

const run = promisify(execFile);

let services: IsolatedServices;
let eventsUrl: string;
let directory: string;
const children = new Map<string, ChildProcess>();
beforeAll(async () => {
  services = await startIsolatedServices();
  eventsUrl = await services.postgres.database('events_of_another');
  directory = await mkdtemp(path.join(os.tmpdir(), 'landline-ending-'));
  await run('mkfifo', [path.join(directory, 'nobody-writes')]);
  await writeFile(path.join(directory, 'stuck.mjs'), STUCK);
});
afterAll(async () => {
  for (const child of children.values()) child.kill('SIGKILL');
  await services?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** `process.exit` waits for all threads; here one blocks on a pipe that never gets a writer. */
const STUCK = `import { open } from 'node:fs'; open(new URL('nobody-writes', import.meta.url), () => undefined);`;

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
  await once(child, 'message');
  return child;
}

async function waitForExit(child: ChildProcess, requestStop: () => void): Promise<void> {
  const exited = once(child, 'exit', { signal: AbortSignal.timeout(EXIT_TIMEOUT_MS) });
  requestStop();
  await exited;
}

/**
 * Sends a signal to PostgreSQL's processes and the event store. While paused, they keep their connections but respond
 * to nothing.
 */
async function signalServices(signal: NodeJS.Signals): Promise<void> {
  const { pid } = services.postgres;
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]);
  const backends = stdout.split('\n').filter(Boolean).map(Number);
  for (const each of [services.eventStore.pid, pid, ...backends]) signalProcess(each, signal);
}

describe('a process ends within a bounded time after a stop signal', () => {
  test('although PostgreSQL and the event store do not respond', async () => {
    await Promise.all(
      Object.entries(PROCESSES).map(async ([name, entry]) => children.set(name, await start(entry))),
    );
    await signalServices('SIGSTOP');
    try {
      const late: string[] = [];
      await Promise.all(
        [...children].map(([name, child]) =>
          waitForExit(child, () => child.kill('SIGTERM')).catch(() => late.push(name)),
        ),
      );
      expect(late).toEqual([]);
    } finally {
      await signalServices('SIGCONT');
    }
  });

  test('although a thread blocks it, after a signal or the death of its parent', async () => {
    const stuck = () => start(PROCESSES.api, [`--import=${path.join(directory, 'stuck.mjs')}`]);
    const [signalled, orphan] = await Promise.all([stuck(), stuck()]);
    try {
      await Promise.all([
        waitForExit(signalled, () => signalled.kill('SIGTERM')),
        waitForExit(orphan, () => orphan.disconnect()),
      ]);
    } finally {
      for (const child of [signalled, orphan]) child.kill('SIGKILL');
    }
  });
});
