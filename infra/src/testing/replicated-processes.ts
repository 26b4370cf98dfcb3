import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type KafkaBroker, startKafka } from '../kafka/broker.ts';
import { freePort } from '../postgres/free-port.ts';
import { type SupervisedChild, supervise } from '../supervisor/child.ts';
import { healthy, ROOT } from '../supervisor/instance.ts';
import { type Link, startLink, through } from './network-link.ts';
import { startTestPostgres, type TestPostgres } from './services.ts';

/** The distributed form on this machine: two of each process on services behind links that can fail. */
export interface ReplicatedProcesses {
  readonly apis: readonly string[];
  readonly superAdmin: { readonly email: string; readonly password: string };
  /** Addresses of PostgreSQL and the event store themselves: tests bypass the links. */
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  readonly dataDir: string;
  readonly links: Readonly<Record<'database' | 'log' | 'event store' | 'broker', Link>>;
  readonly processes: ReadonlyMap<string, SupervisedChild>;
  crashPostgres(): Promise<void>;
  crashBroker(): Promise<void>;
  stop(): Promise<void>;
}

const ENTRIES = {
  projections: 'projections/src/main.ts',
  'scoring-engine': 'scoring-engine/src/main.ts',
  relay: 'projections/src/relay/main.ts',
  worker: 'api/src/worker.ts',
  api: 'api/src/main.ts',
} as const;

const superAdmin = { email: 'superadmin@landline.localhost', password: 'two of each, at least' };

/** Starts everything on fresh data; processes that die are restarted, as in production. */
export async function startReplicatedProcesses(): Promise<ReplicatedProcesses> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-two-'));
  await chmod(dataDir, 0o755);
  const postgres = await startTestPostgres();
  const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true }), () => postgres.dispose()];
  const stop = async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const { links, broker, ports } = await startLinks(postgres, dataDir);
    ends.push(() => Promise.all(Object.values(links).map((link) => link.close())));
    let running = await broker();
    ends.push(() => running.stop());
    const databaseUrl = await postgres.database('landline');
    const events = await postgres.database('events');
    const processes = new Map<string, SupervisedChild>();
    const start = (name: string, entry: string, env: NodeJS.ProcessEnv) => {
      const level = { LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'fatal' };
      const spec = { name, entry: path.join(ROOT, entry), env: { ...process.env, ...level, ...env } };
      processes.set(name, supervise(spec, path.join(dataDir, 'logs')));
    };
    ends.push(() => Promise.all([...processes.values()].toReversed().map((each) => each.stop())));
    start('event store', 'infra/src/event-store/main.ts', {
      EVENTSTORE_DATABASE_URL: through(events, links.log),
      EVENTSTORE_PORT: String(ports.eventStore),
    });
    await processes.get('event store')?.ready;
    const apis = await startPairs(start, {
      DATABASE_URL: through(databaseUrl, links.database),
      EVENTSTORE_URL: `esdb://127.0.0.1:${links['event store'].port}?tls=false`,
      KAFKA_BROKERS: `127.0.0.1:${links.broker.port}`,
      DATA_DIR: dataDir,
      JWT_SECRET: 'a secret of tests that is long enough',
      SUPERADMIN_EMAIL: superAdmin.email,
      SUPERADMIN_PASSWORD: superAdmin.password,
    });
    await Promise.all([...processes.values()].map(({ ready }) => ready));
    await Promise.all(apis.map((url) => healthy(url)));
    return {
      apis,
      superAdmin,
      databaseUrl,
      eventStoreUrl: `esdb://127.0.0.1:${ports.eventStore}?tls=false`,
      dataDir,
      links,
      processes,
      crashPostgres: () => postgres.crash(),
      async crashBroker() {
        await running.kill();
        running = await broker();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startLinks(postgres: TestPostgres, dataDir: string) {
  const ports = { eventStore: await freePort(), broker: await freePort() };
  const links = {
    database: await startLink(postgres.port),
    log: await startLink(postgres.port),
    'event store': await startLink(ports.eventStore),
    broker: await startLink(ports.broker),
  };
  const broker = (): Promise<KafkaBroker> =>
    startKafka({
      dataDir: path.join(dataDir, 'kafka'),
      port: ports.broker,
      advertised: links.broker.port,
    });
  return { links, broker, ports };
}

/** Returns the addresses of the two apis. */
async function startPairs(
  start: (name: string, entry: string, env: NodeJS.ProcessEnv) => void,
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  const apis: string[] = [];
  for (const one of ['1', '2']) {
    const port = await freePort();
    apis.push(`http://127.0.0.1:${port}`);
    for (const [name, entry] of Object.entries(ENTRIES))
      start(`${name} ${one}`, entry, { ...env, PORT: String(port) });
  }
  return apis;
}
