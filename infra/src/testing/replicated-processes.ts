import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type KafkaBroker, startKafka } from '../kafka/broker.ts';
import { freePort } from '../postgres/free-port.ts';
import { type SupervisedChild, supervise } from '../supervisor/child.ts';
import { type SupervisedPostgres, supervisePostgres } from '../supervisor/embedded-postgres.ts';
import { COMPILE_CACHE, ROOT, waitUntilHealthy } from '../supervisor/instance.ts';
import { until } from './crashable-services.ts';
import { type Link, startLink, through } from './network-link.ts';
import { copyInitializedCluster } from './services.ts';
import { signalProcess } from './signal-process.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** A distributed installation on this machine: two of each process, with services behind network links that can fail. */
export interface ReplicatedProcesses {
  readonly apis: readonly string[];
  readonly superAdmin: { readonly email: string; readonly password: string };
  /** Direct URLs of PostgreSQL and the event store, which bypass the network links. */
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  readonly dataDir: string;
  readonly links: Readonly<Record<'database' | 'log' | 'event store' | 'broker', Link>>;
  readonly processes: ReadonlyMap<string, SupervisedChild>;
  readonly postgres: SupervisedPostgres;
  readonly broker: { pid(): number; crashAndRestart(): Promise<void> };
  /** Disk of PostgreSQL, if this account may mount one. */
  readonly disk: SmallDisk | undefined;
  /** Kills a process, which restarts with a clock that is wrong by `ms`; the next start corrects it. */
  skewClock(name: string, ms: number): Promise<void>;
  stop(): Promise<void>;
}

const ENTRIES = {
  projections: 'projections/src/main.ts',
  'scoring-engine': 'scoring-engine/src/main.ts',
  relay: 'projections/src/relay/main.ts',
  worker: 'api/src/worker.ts',
  api: 'api/src/main.ts',
} as const;

const SKEW_CLOCK_OPTION = `--import=${new URL('./skew-clock.ts', import.meta.url)}`;

const superAdmin = { email: 'superadmin@landline.localhost', password: 'two of each, at least' };

/** Starts everything on fresh data; processes that die are restarted, as in production. */
export async function startReplicatedProcesses(): Promise<ReplicatedProcesses> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-two-'));
  await chmod(dataDir, 0o755);
  const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true })];
  const stop = async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const cluster = path.join(dataDir, 'postgres');
    await mkdir(cluster, { mode: 0o755 });
    const disk = await mountSmallDisk(cluster);
    if (disk) ends.push(disk.unmount);
    await copyInitializedCluster(cluster);
    const postgres = await supervisePostgres(cluster, new AbortController().signal);
    ends.push(() => postgres.stop());
    const { links, startBroker, eventStorePort } = await startLinks(postgres, dataDir);
    ends.push(() => Promise.all(Object.values(links).map((link) => link.close())));
    let running = await startBroker();
    let crashing: Promise<void> | undefined;
    ends.push(() => running.stop());
    const databaseUrl = postgres.url('landline');
    const processes = new Map<string, SupervisedChild>();
    const environments = new Map<string, NodeJS.ProcessEnv>(); // evaluated at each start
    const start = (name: string, entry: string, variables: NodeJS.ProcessEnv) => {
      const level = { LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'fatal' };
      const env = {
        ...COMPILE_CACHE,
        ...process.env,
        ...level,
        ...variables,
        NODE_OPTIONS: SKEW_CLOCK_OPTION,
      };
      environments.set(name, env);
      processes.set(
        name,
        supervise({ name, entry: path.join(ROOT, entry), env }, path.join(dataDir, 'logs')),
      );
    };
    ends.push(() => Promise.all([...processes.values()].toReversed().map((each) => each.stop())));
    start('event store', 'infra/src/event-store/main.ts', {
      EVENTSTORE_DATABASE_URL: through(postgres.url('eventstore'), links.log),
      EVENTSTORE_PORT: String(eventStorePort),
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
    await Promise.all(apis.map((url) => waitUntilHealthy(url)));
    return {
      apis,
      superAdmin,
      databaseUrl,
      eventStoreUrl: `esdb://127.0.0.1:${eventStorePort}?tls=false`,
      dataDir,
      links,
      processes,
      postgres,
      disk,
      broker: {
        pid: () => running.pid,
        crashAndRestart() {
          crashing ??= (async () => {
            await running.kill();
            running = await startBroker();
          })().finally(() => {
            crashing = undefined;
          });
          return crashing;
        },
      },
      async skewClock(name, ms) {
        const env = environments.get(name);
        const pid = processes.get(name)?.pid();
        if (env === undefined || pid === undefined) return;
        env.CLOCK_SKEW_MS = String(ms);
        signalProcess(pid, 'SIGKILL');
        await until(`${name} restarts`, async () => processes.get(name)?.pid() !== pid);
        delete env.CLOCK_SKEW_MS;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startLinks(postgres: SupervisedPostgres, dataDir: string) {
  const [eventStorePort, brokerPort] = [await freePort(), await freePort()];
  const postgresPort = Number(new URL(postgres.url('landline')).port);
  const links = {
    database: await startLink(postgresPort),
    log: await startLink(postgresPort),
    'event store': await startLink(eventStorePort),
    broker: await startLink(brokerPort),
  };
  const startBroker = (): Promise<KafkaBroker> =>
    startKafka({
      dataDir: path.join(dataDir, 'kafka'),
      port: brokerPort,
      advertised: links.broker.port,
    });
  return { links, startBroker, eventStorePort };
}

/** Returns the URLs of the two API processes. */
async function startPairs(
  start: (name: string, entry: string, env: NodeJS.ProcessEnv) => void,
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  const apis: string[] = [];
  for (const number of ['1', '2']) {
    const port = await freePort();
    apis.push(`http://127.0.0.1:${port}`);
    for (const [name, entry] of Object.entries(ENTRIES))
      start(`${name} ${number}`, entry, { ...env, PORT: String(port) });
  }
  return apis;
}
