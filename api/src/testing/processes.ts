import { fork } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestServices } from '@landline/infra/testing/services';

/** A process that runs beside the api, by its own entry point. */
export interface Sibling {
  /** Ends it as a crash would: its database goes away next. */
  stop(): Promise<void>;
}

const ENTRIES = {
  api: new URL('../main.ts', import.meta.url).href,
  worker: new URL('../worker.ts', import.meta.url).href,
  projections: import.meta.resolve('@landline/projections/main'),
  'scoring-engine': import.meta.resolve('@landline/scoring-engine/main'),
};

/** Starts one of the processes on the test's services, and waits until it works. `logged` is given the lines that it logs. */
export async function startSibling(
  name: keyof typeof ENTRIES,
  services: Pick<TestServices, 'databaseUrl' | 'eventStoreUrl'>,
  variables: Record<string, string> = {},
  logged?: string[],
): Promise<Sibling> {
  const entry = ENTRIES[name];
  const child = fork(fileURLToPath(entry), {
    execArgv: [],
    stdio: ['ignore', logged ? 'pipe' : 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: services.databaseUrl,
      EVENTSTORE_URL: services.eventStoreUrl,
      JWT_SECRET: 'a secret that only tests know, and long enough',
      LOG_LEVEL: 'silent',
      ...variables,
    },
  });
  if (child.stdout) createInterface(child.stdout).on('line', (line) => logged?.push(line));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isReady = await Promise.race([
    new Promise<boolean>((resolve) => child.once('message', () => resolve(true))),
    exited.then(() => false),
  ]);
  if (!isReady) throw new Error(`${name} did not start`);
  return {
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** An api process of its own, beside the test's. */
export async function startApiProcess(
  services: TestServices,
  variables: Record<string, string>,
  logged?: string[],
): Promise<Sibling & { readonly url: string }> {
  const port = await freePort();
  const sibling = await startSibling('api', services, { ...variables, PORT: String(port) }, logged);
  return { ...sibling, url: `http://localhost:${port}` };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
