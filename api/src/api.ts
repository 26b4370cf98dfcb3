import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { allRoutes } from './app.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { applyLedger } from './erasure/ledger.ts';
import { createApp } from './http/app.ts';
import type { Route } from './http/route.ts';
import { ensureSuperAdmin } from './identity/super-admin.ts';
import { startReadModelFeed } from './live/read-model-feed.ts';
import { watchReadModels } from './live/read-model-positions.ts';
import { liveRoutes } from './live/routes.ts';
import { connect, untilItWorks } from './process.ts';
import { ensureJobQueue } from './reactors/job-queue.ts';

/** An upload may take its time. */
const REQUEST_MS = 60 * 60_000;
/** What is being answered when the process is told to stop has so long to end. */
const FAREWELL_MS = 3_000;

export interface Api {
  readonly deps: Deps;
  readonly routes: readonly Route[];
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the api: waits for its services, sees to the first start, and listens on PORT. */
export async function startApi(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  routesOf: (deps: Deps) => Route[] = allRoutes,
): Promise<Api> {
  const deps = await connect(config, log, signal);
  const erased = await applyLedger(config.DATA_DIR, deps.pg);
  if (erased > 0)
    log.warn({ keys: erased }, 'Keys that had been destroyed were back, and are destroyed again');
  await untilItWorks('the SuperAdmin', log, signal, () => ensureSuperAdmin(deps));
  await ensureJobQueue(config, log, signal);
  const feed = startReadModelFeed(config.DATABASE_URL, log);
  feed.events.on('scoresWritten', (written) => void deps.columns.readAhead(written));
  const positions = watchReadModels(feed, deps.pg, deps.logId, log);
  const routes = [...routesOf(deps), ...liveRoutes({ ...deps, feed, positions })];
  const app = await createApp(routes, { ...deps, positions });
  const server = createServer({ requestTimeout: REQUEST_MS }, app.callback());
  await listen(server, config.PORT);
  const { port } = server.address() as AddressInfo;
  return {
    deps,
    routes,
    url: `http://localhost:${port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      const farewell = setTimeout(() => server.closeAllConnections(), FAREWELL_MS);
      positions.stop();
      await feed.stop();
      await closed;
      clearTimeout(farewell);
      await deps.close();
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
