import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestServices } from '@landline/infra/testing/services';

/** A process that runs beside the api, by its own entry point. */
export interface Sibling {
  /** Ends it as a crash would: its database goes away next. */
  stop(): Promise<void>;
}

/** Starts one of the other processes on the test's services, and waits until it works. */
export async function startSibling(
  name: 'projections' | 'scoring-engine' | 'worker',
  services: TestServices,
): Promise<Sibling> {
  const entry =
    name === 'worker'
      ? new URL('../worker.ts', import.meta.url).href
      : import.meta.resolve(`@landline/${name}/main`);
  const child = fork(fileURLToPath(entry), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: services.databaseUrl,
      EVENTSTORE_URL: services.eventStoreUrl,
      JWT_SECRET: 'a secret that only tests know, and long enough',
      LOG_LEVEL: 'silent',
    },
  });
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
