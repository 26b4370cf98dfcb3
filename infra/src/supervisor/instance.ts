import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { abortable } from '@landline/runtime/process/abortable';
import type { Config } from '../config.ts';
import { freePort } from '../postgres/free-port.ts';
import { type ProcessReporter, reportProcess } from '../process-report/report.ts';
import { removeServices, type Services, writeServices } from '../services-file.ts';
import { type SupervisedChild, supervise } from './child.ts';
import { type SupervisedPostgres, supervisePostgres } from './embedded-postgres.ts';
import { type InstallationSecrets, installationSecrets } from './installation-secrets.ts';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Directory for compiled code, which halves the startup time of a process. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'node') };

const EVENT_STORE = 'event-store';
const HEALTH_POLL_MS = 50;
/** Time limit of one request, in milliseconds: the API may accept a connection and never respond. */
const HEALTH_REQUEST_MS = 5_000;
const HEALTH_TIMEOUT_MS = 120_000;

/** A complete Landline instance on this machine. */
export interface Instance {
  readonly services: Services;
  readonly secrets: InstallationSecrets;
  readonly children: ReadonlyMap<string, SupervisedChild>;
  /** Process ids by name, PostgreSQL included. */
  pids(): Record<string, number | undefined>;
  stop(): Promise<void>;
}

/**
 * Starts the services not configured by URL, then every entry point, waits until `/api/health` returns 200,
 * and loads the demo data. Aborting the signal stops everything started so far.
 */
export async function startInstance(config: Config, webDir: string, signal: AbortSignal): Promise<Instance> {
  const secrets = await installationSecrets(config);
  const logDir = path.join(config.dataDir, 'logs');
  const children = new Map<string, SupervisedChild>();
  let postgres: SupervisedPostgres | undefined;
  let reporter: ProcessReporter | undefined;
  let isAnnounced = false;

  const run = async (name: string, entry: string, env: NodeJS.ProcessEnv) => {
    signal.throwIfAborted();
    const child = supervise(
      { name, entry: path.join(ROOT, entry), env: { ...COMPILE_CACHE, ...process.env, ...env } },
      logDir,
    );
    children.set(name, child);
    await abortable(child.ready, signal);
  };
  const stop = async () => {
    // A second start that fails must not touch the file of the running instance.
    if (isAnnounced) await removeServices(config.dataDir);
    const { [EVENT_STORE]: eventStore, ...processes } = Object.fromEntries(children);
    await Promise.all(Object.values(processes).map((each) => each.stop()));
    await reporter?.remove();
    await eventStore?.stop();
    await postgres?.stop();
  };

  try {
    if (config.DATABASE_URL === undefined) {
      postgres = await supervisePostgres(path.join(config.dataDir, 'postgres'), signal);
    }
    // DATABASE_URL requires EVENTSTORE_URL, so this is used only if PostgreSQL is embedded.
    const embeddedPostgres = postgres as SupervisedPostgres;
    const databaseUrl = config.DATABASE_URL ?? embeddedPostgres.url('landline');
    const eventStoreUrl =
      config.EVENTSTORE_URL ?? (await startEventStore(embeddedPostgres, databaseUrl, run));
    reporter = reportProcess('supervisor', databaseUrl);
    const shared = {
      DATABASE_URL: databaseUrl,
      EVENTSTORE_URL: eventStoreUrl,
      LOG_LEVEL: config.LOG_LEVEL,
      ...(config.KAFKA_BROKERS !== undefined && { KAFKA_BROKERS: config.KAFKA_BROKERS }),
    };
    const api = {
      ...shared,
      PORT: String(config.PORT),
      DATA_DIR: config.dataDir,
      EMBEDDED: String(config.embedded),
      PUBLIC_URL: config.publicUrl,
      JWT_SECRET: secrets.jwtSecret,
      WEB_DIR: webDir,
      ...(secrets.superAdmin && {
        SUPERADMIN_EMAIL: secrets.superAdmin.email,
        SUPERADMIN_PASSWORD: secrets.superAdmin.password,
      }),
    };
    await Promise.all([
      run('projections', 'projections/src/main.ts', shared),
      run('scoring-engine', 'scoring-engine/src/main.ts', shared),
      run('api', 'api/src/main.ts', api),
      run('worker', 'api/src/worker.ts', api),
      run('anchor', 'infra/src/anchor/main.ts', { ...shared, DATA_DIR: config.dataDir }),
      ...(config.KAFKA_BROKERS === undefined ? [] : [run('relay', 'projections/src/relay/main.ts', shared)]),
    ]);
    const apiUrl = `http://127.0.0.1:${config.PORT}`;
    const services: Services = {
      databaseUrl,
      eventStoreUrl,
      ...(postgres &&
        config.EVENTSTORE_URL === undefined && { eventStoreDatabaseUrl: postgres.url('eventstore') }),
      apiUrl,
      publicUrl: config.publicUrl,
    };
    await waitUntilHealthy(services.apiUrl, signal);
    await writeServices(config.dataDir, services);
    isAnnounced = true;
    const demoData = config.DEMO_DATA ?? (config.embedded ? 'on' : 'off');
    if (demoData !== 'off') {
      await promisify(execFile)(process.execPath, [path.join(ROOT, 'api/src/seed-demo.ts')], {
        env: { ...COMPILE_CACHE, ...process.env, ...api, DEMO_DATA: demoData },
        signal,
      }).catch((error) => {
        signal.throwIfAborted();
        throw error;
      });
    }
    return {
      services,
      secrets,
      children,
      pids: () => ({
        ...(postgres && { postgres: postgres.pid() }),
        ...Object.fromEntries([...children].map(([name, child]) => [name, child.pid()])),
      }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startEventStore(
  postgres: SupervisedPostgres,
  DATABASE_URL: string,
  run: (name: string, entry: string, env: NodeJS.ProcessEnv) => Promise<void>,
): Promise<string> {
  const port = await freePort();
  await run(EVENT_STORE, 'infra/src/event-store/main.ts', {
    DATABASE_URL, // used only for its process report
    EVENTSTORE_DATABASE_URL: postgres.url('eventstore'),
    EVENTSTORE_PORT: String(port),
  });
  return `esdb://127.0.0.1:${port}?tls=false`;
}

/** Waits until the API reports that all its services respond. */
export async function waitUntilHealthy(apiUrl: string, signal?: AbortSignal): Promise<void> {
  const deadline = Date.now() + HEALTH_TIMEOUT_MS;
  for (;;) {
    signal?.throwIfAborted();
    const limit = AbortSignal.timeout(HEALTH_REQUEST_MS);
    // Without a response, the API is not listening or too slow yet: ask again until the deadline.
    const response = await fetch(`${apiUrl}/api/health`, {
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    }).catch(() => undefined);
    if (response?.status === 200) return;
    if (Date.now() > deadline) {
      throw new Error(
        `The API was not healthy after ${HEALTH_TIMEOUT_MS / 1000} s: ${(await response?.text()) ?? 'no response'}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, HEALTH_POLL_MS));
  }
}
