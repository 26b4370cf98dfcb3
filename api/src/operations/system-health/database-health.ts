import {
  missingTables,
  type ProjectorStatus,
  parkedEvents,
  projectionStatus,
} from '@landline/projections/admin';
import type pg from 'pg';
import { PAGES_IN_USE } from '../../assistant/website/queries.ts';
import { readProcessStates } from '../../platform/metrics/process-states.ts';
import { followersOf, lagsOf } from '../../platform/metrics/projection-lag.ts';
import { readRequestCounts } from '../../platform/metrics/request-counts.ts';
import type { OperationsPorts } from '../ports.ts';
import { alertsOf } from './alerts.ts';
import type { DatabaseFigures, DatabaseHealth, ProcessHealth } from './contract.ts';
import { performanceOf } from './performance.ts';

type Ports = Pick<OperationsPorts, 'pg' | 'eventStore' | 'requestCounter' | 'config'>;

const DATABASE = `
  SELECT current_setting('server_version') AS version,
    extract(epoch FROM now() - pg_postmaster_start_time())::int AS uptime,
    pg_database_size(current_database())::float8 AS bytes,
    (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
    current_setting('max_connections')::int AS "maxConnections",
    CASE WHEN blks_hit + blks_read > 0 THEN blks_hit::float8 / (blks_hit + blks_read) END AS "cacheHitRate",
    xact_commit::float8 AS commits, xact_rollback::float8 AS rollbacks, deadlocks::float8 AS deadlocks,
    (SELECT coalesce(max(extract(epoch FROM now() - xact_start)), 0)::float8 FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend')
      AS "longestTransaction"
  FROM pg_stat_database WHERE datname = current_database()`;

const LARGEST = `
  SELECT schemaname || '.' || relname AS name, pg_total_relation_size(relid)::float8 AS bytes,
    n_live_tup::float8 AS rows
  FROM pg_stat_user_tables ORDER BY bytes DESC, name LIMIT 8`;

const PROCESSES = `
  SELECT name, host, pid, extract(epoch FROM reported_at - started_at)::int AS uptime,
    heap_used::float8 AS "heapUsed", heap_total::float8 AS "heapTotal", rss::float8 AS rss, cpu * 100 AS cpu,
    reported_at AS "reportedAt", reported_at > now() - interval '30 seconds' AS reporting,
    position::text AS position, followed_at AS "followedAt", stuck_since AS "stuckSince",
    error_code AS "errorCode", error_message AS "errorMessage", error_at AS "errorAt"
  FROM api.process ORDER BY name, host, pid`;

const PENDING = `
  SELECT count(*)::int AS pages FROM ${PAGES_IN_USE.sql} AS page
  WHERE blacklisted_at IS NULL AND status IN ('pending', 'processing')`;

/** Measures requests, processes, the database and its read models. */
export async function readDatabaseHealth({
  pg: pool,
  eventStore,
  requestCounter,
  config,
}: Ports): Promise<DatabaseHealth> {
  await requestCounter.flush();
  const [database, processes, states, missing, requestCounts, projections, parked, pending] =
    await Promise.all([
      readDatabase(pool),
      readProcesses(pool),
      readProcessStates(pool, config.EMBEDDED),
      missingTables(pool),
      readRequestCounts(pool),
      readProjections(pool, eventStore),
      parkedEvents(pool),
      pool.query<{ pages: number }>(PENDING),
    ]);
  const measurements = {
    checkedAt: new Date().toISOString(),
    performance: performanceOf(requestCounts),
    processes,
    database,
    projections,
    parkedEvents: parked.map(({ projector, position, stream, type, error, attempts, parkedAt }) => ({
      projector,
      position: position.toString(),
      stream,
      type,
      error,
      attempts,
      parkedAt: parkedAt.toISOString(),
    })),
  };
  const pendingPages = pending.rows[0]?.pages ?? 0;
  const alerts = alertsOf({ ...measurements, states, missingTables: missing, pendingPages });
  return {
    ...measurements,
    alerts,
    status: alerts[0] === undefined ? 'healthy' : alerts[0].level,
    uptime: Math.round(process.uptime()),
    resources: { memory: megabytes(process.memoryUsage()), pid: process.pid },
  };
}

async function readDatabase(pool: pg.Pool): Promise<DatabaseFigures> {
  const startedAt = performance.now();
  const { rows } = await pool.query<Omit<DatabaseFigures, 'responseTime' | 'largestTables'>>(DATABASE);
  const responseTime = Math.round((performance.now() - startedAt) * 10) / 10;
  const largest = await pool.query<DatabaseFigures['largestTables'][number]>(LARGEST);
  const [measurements] = rows;
  if (!measurements) throw new Error('pg_stat_database has no row for this database');
  return { ...measurements, responseTime, largestTables: largest.rows };
}

async function readProcesses(pool: pg.Pool): Promise<ProcessHealth[]> {
  const { rows } = await pool.query(PROCESSES);
  return rows.map(
    ({ heapUsed, heapTotal, rss, cpu, reportedAt, errorCode, errorMessage, errorAt, ...process }) => ({
      ...process,
      followedAt: process.followedAt?.toISOString() ?? null,
      stuckSince: process.stuckSince?.toISOString() ?? null,
      lastError: errorAt && { code: errorCode, message: errorMessage, at: errorAt.toISOString() },
      cpuPercent: Math.round(cpu * 10) / 10,
      memory: megabytes({ heapUsed, heapTotal, rss }),
      reportedAt: reportedAt.toISOString(),
    }),
  );
}

async function readProjections(pool: pg.Pool, eventStore: OperationsPorts['eventStore']) {
  const head = await eventStore.head();
  const projectors = await projectionStatus(pool, head);
  const lags = await lagsOf(eventStore, head, followersOf(projectors));
  return projectors.map(({ name, live, building, parked, requests }) => ({
    name,
    live: live && progressOf(live),
    building: building && progressOf(building),
    lagSeconds: lags.get(name)?.seconds ?? null,
    parked,
    requests: [...requests],
  }));
}

const MEGABYTE = 1_024 * 1_024;
const inMegabytes = (bytes: number) => Math.round((bytes * 10) / MEGABYTE) / 10;
const megabytes = ({ heapUsed, heapTotal, rss }: Record<'heapUsed' | 'heapTotal' | 'rss', number>) => ({
  heapUsed: inMegabytes(heapUsed),
  heapTotal: inMegabytes(heapTotal),
  rss: inMegabytes(rss),
});

const progressOf = ({ version, position, head }: NonNullable<ProjectorStatus['live']>) => ({
  version,
  position: position.toString(),
  head: head.toString(),
});
