import { startTestServices, type TestServices } from '@landline/infra/testing/services';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { testConfig } from '../../testing/config.ts';
import { startWorker } from '../../worker-process.ts';
import { migrateJobQueue } from './job-queue.ts';

const log = pino({ level: 'silent' });

let services: TestServices;
/** Connected to another database, which stays available. */
let operator: pg.Client;

beforeAll(async () => {
  services = await startTestServices();
  operator = new pg.Client(services.databaseUrl);
  await operator.connect();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await operator?.end();
  await services?.stop();
});

/** The idle connections of a pool, which the driver does not list. */
interface IdleConnections {
  readonly _idle: readonly { readonly client: { readonly processID: number } }[];
}

/** Makes the database end the idle connections of each pool right before the pool closes. Returns a function that counts them. */
function endConnectionsBeforePools(): () => number {
  const end = pg.Pool.prototype.end as (this: pg.Pool) => Promise<void>;
  let connections = 0;
  vi.spyOn(pg.Pool.prototype, 'end').mockImplementation(async function (this: pg.Pool & IdleConnections) {
    const processes = this._idle.map(({ client }) => client.processID);
    if (processes.length > 0) {
      const removed = new Promise((resolve) => this.once('remove', resolve));
      await operator.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [processes]);
      await removed;
    }
    connections += processes.length;
    await end.call(this);
  });
  return () => connections;
}

// An unhandled error fails the test file.
test('survives losing its connections at the end of the migration of the job queue', async () => {
  const ended = endConnectionsBeforePools();
  await migrateJobQueue(services.databaseUrl, log);
  await expect.poll(ended).toBe(1);
});

test('survives losing its connections while the job runner stops', async () => {
  const config = testConfig(services);
  const worker = await startWorker(config, log, new AbortController().signal, {
    reactors: [],
    tasks: () => ({}),
  });
  const ended = endConnectionsBeforePools();
  await worker.stop();
  await expect.poll(ended).toBeGreaterThan(0);
});
