import { fork } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestServices } from '@landline/infra/testing/services';
import { JWT_SECRET } from './config.ts';

/** A child process started by its own entry point. */
export interface TestProcess {
  /** Kills the process, because its database is removed next. */
  stop(): Promise<void>;
}

const ENTRY_POINTS = {
  api: new URL('../main.ts', import.meta.url).href,
  worker: new URL('../worker.ts', import.meta.url).href,
  projections: import.meta.resolve('@landline/projections/main'),
  'scoring-engine': import.meta.resolve('@landline/scoring-engine/main'),
};

/** Makes the process report to its supervisor, as in production. */
const PROCESS_REPORT = `--import=${import.meta.resolve('@landline/infra/process-report/preload')}`;

/** Starts a process on the test's services and waits until it is ready. Its log lines are pushed to `logLines`. */
export async function startProcess(
  name: keyof typeof ENTRY_POINTS,
  services: Pick<TestServices, 'databaseUrl' | 'eventStoreUrl'>,
  variables: Record<string, string> = {},
  logLines?: string[],
): Promise<TestProcess> {
  const entry = ENTRY_POINTS[name];
  const child = fork(fileURLToPath(entry), {
    execArgv: [PROCESS_REPORT],
    stdio: ['ignore', logLines ? 'pipe' : 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: services.databaseUrl,
      EVENTSTORE_URL: services.eventStoreUrl,
      JWT_SECRET,
      LOG_LEVEL: 'silent',
      ...variables,
    },
  });
  if (child.stdout) createInterface(child.stdout).on('line', (line) => logLines?.push(line));
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isReady = await Promise.race([
    new Promise<boolean>((resolve) =>
      child.on('message', (message: object) => {
        if ('ready' in message) resolve(true);
      }),
    ),
    exit.then(() => false),
  ]);
  if (!isReady) throw new Error(`${name} did not start`);
  return {
    async stop() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** Starts processes at the same time. `cleanup` stops them, also if one of them does not start. */
export async function startProcesses(
  names: readonly (keyof typeof ENTRY_POINTS)[],
  services: Pick<TestServices, 'databaseUrl' | 'eventStoreUrl'>,
  cleanup: AsyncDisposableStack,
): Promise<void> {
  const starts = names.map((name) => startProcess(name, services));
  cleanup.defer(async () => {
    const outcomes = await Promise.allSettled(starts);
    await Promise.all(outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value.stop()));
  });
  await Promise.all(starts);
}

/** Starts an API process. */
export async function startApiProcess(
  services: TestServices,
  variables: Record<string, string>,
  logLines?: string[],
): Promise<TestProcess & { readonly url: string }> {
  const port = await freePort();
  const child = await startProcess('api', services, { ...variables, PORT: String(port) }, logLines);
  return { ...child, url: `http://localhost:${port}` };
}

/** Returns a TCP port that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
