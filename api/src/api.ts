import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { retryUntilReady } from '@landline/runtime/process/retry-until-ready';
import type { Logger } from 'pino';
import { allRoutes } from './app.ts';
import { connect } from './connect.ts';
import { ensureSuperAdmin } from './identity/users/super-admin.ts';
import { destroyKeys, readLedger } from './operations/erasure/ledger.ts';
import type { Config } from './platform/config.ts';
import { createApp } from './platform/http/app.ts';
import { gracefulClose } from './platform/http/graceful-close.ts';
import type { Route } from './platform/http/route.ts';
import { startReadModelFeed } from './platform/live/read-model-feed.ts';
import { watchReadModels } from './platform/live/read-model-positions.ts';
import { liveRoutes } from './platform/live/routes.ts';
import { ensureJobQueue } from './platform/reactors/job-queue.ts';
import type { Ports } from './ports.ts';
import { loadClientAccess } from './property/dataset-access/client-access.ts';

/** Request timeout, in milliseconds; long for slow uploads. */
const REQUEST_MS = 60 * 60_000;
/** Time that an idle connection stays open, in milliseconds; longer than in proxies (Caddy: 120 s), which must close first. */
const IDLE_MS = 150_000;
/** Grace period for in-flight requests on shutdown, in milliseconds; shorter than the grace period of the process. */
const SHUTDOWN_MS = 6_000;

export interface Api {
  readonly ports: Ports;
  readonly routes: readonly Route[];
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the API: waits for its services, creates the first SuperAdmin if needed, and listens on PORT. */
export async function startApi(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  routesOf: (ports: Ports) => Route[] = allRoutes,
): Promise<Api> {
  const ports = await connect(config, log, signal);
  const subjects = await readLedger(config.DATA_DIR);
  const destroy = () => destroyKeys(ports.pg, subjects);
  const erased = await retryUntilReady('the keys of erased people', log, signal, destroy);
  if (erased > 0)
    log.warn(
      { event: 'erasure.keys_destroyed_again', keys: erased },
      'A restore brought back encryption keys of erased people; destroyed them again',
    );
  await retryUntilReady('the SuperAdmin', log, signal, () => ensureSuperAdmin(ports));
  await ensureJobQueue(config, log, signal);
  const feed = startReadModelFeed(config.DATABASE_URL, log);
  feed.events.on('scoresWritten', (written) => void ports.columns.readAhead(written));
  const positions = watchReadModels(feed, ports.pg, ports.logId, log);
  const routes = [...routesOf(ports), ...liveRoutes({ ...ports, feed, positions })];
  const app = await createApp(routes, {
    ...ports,
    positions,
    loadClientAccess: (clientId) => loadClientAccess(ports, clientId),
  });
  const server = createServer({ requestTimeout: REQUEST_MS, keepAliveTimeout: IDLE_MS }, app.callback());
  const close = gracefulClose(server, SHUTDOWN_MS);
  server.listen(config.PORT);
  await once(server, 'listening'); // rejects on 'error'
  const { port } = server.address() as AddressInfo;
  return {
    ports,
    routes,
    url: `http://localhost:${port}`,
    async stop() {
      feed.events.emit('stopped'); // ends live streams; the feed itself serves requests in flight
      await close();
      positions.stop();
      await feed.stop();
      await ports.close();
    },
  };
}
