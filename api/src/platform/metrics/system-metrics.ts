import { projectionStatus } from '@landline/projections/admin';
import { Gauge, Registry } from 'prom-client';
import type { PlatformPorts } from '../ports.ts';
import { collectConsumerLag, collectDatabase, collectDisk, type NewGauge } from './installation-metrics.ts';
import { readProcessStates } from './process-states.ts';
import { followerOf, followersOf, lagsOf, unanchoredSeconds } from './projection-lag.ts';

type SystemMetricsDeps = Pick<PlatformPorts, 'pg' | 'eventStore' | 'logId' | 'config'>;

interface QueueDepths {
  waiting: number;
  failed: number;
  runs: number;
}

const QUEUE_DEPTHS = `
  SELECT
    (SELECT count(*)::int FROM graphile_worker.jobs WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now())
      AS waiting,
    (SELECT count(*)::int FROM graphile_worker.jobs WHERE attempts >= max_attempts) AS failed,
    (SELECT count(*)::int FROM scoring.run WHERE finished_at IS NULL) AS runs`;

interface CompletedRun {
  readonly dataset_key: string;
  readonly scope: string;
  readonly count: number;
  readonly milliseconds: number;
  /** Number of chunks that each engine scored. */
  readonly shares: Readonly<Record<string, number>> | null;
}

/** Latest completed run of each dataset and scope. */
const RUNS = `
  SELECT DISTINCT ON (dataset_key, scope) dataset_key, scope, (rescored ->> 'count')::float8 AS count,
    (rescored ->> 'milliseconds')::float8 AS milliseconds, shares
  FROM scoring.run WHERE state = 'completed' AND rescored IS NOT NULL
  ORDER BY dataset_key, scope, position DESC`;

/** Relays that may still run: the checkpoint of the relay remains after Kafka is removed. */
const RELAY_REPORTS = `
  SELECT FROM api.process WHERE name = 'relay' AND reported_at > now() - interval '1 hour'`;

/** Time limit for a service to show that it responds, in milliseconds; a scrape waits ten seconds. */
const RESPONSE_MS = 3_000;

async function responds(request: () => Promise<unknown>): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, RESPONSE_MS, false).unref());
  return await Promise.race([
    request().then(
      () => true,
      () => false,
    ),
    timeout,
  ]);
}

/**
 * Collects metrics of the whole system, not of this process, from the database and the event log. While one of them does
 * not respond, omits the metrics that depend on it.
 */
export async function collectSystemMetrics(ports: SystemMetricsDeps): Promise<Registry> {
  const registry = new Registry();
  const gauge: NewGauge = (name, help, labelNames = []) =>
    new Gauge({ name: `landline_${name}`, help, labelNames, registers: [registry] });
  await collectDisk(ports.config.DATA_DIR, gauge);
  const up = gauge('service_up', '1 when the service responds', ['service'] as const);
  const [postgres, eventStore] = await Promise.all([
    responds(() => ports.pg.query('SELECT')),
    responds(() => ports.eventStore.head()),
  ]);
  up.set({ service: 'postgres' }, Number(postgres));
  up.set({ service: 'event-store' }, Number(eventStore));
  if (postgres) await Promise.all([collectDatabase(ports, gauge), collectConsumerLag(ports, gauge)]);
  if (postgres && eventStore) await collectProgress(ports, gauge);
  return registry;
}

/** Collects the progress of everything that follows the event log. */
async function collectProgress(
  { pg, eventStore, logId, config }: SystemMetricsDeps,
  gauge: NewGauge,
): Promise<void> {
  const [projectors, states, scores, relay, relayReports, depths, runs, head, unanchored] = await Promise.all(
    [
      projectionStatus(pg),
      readProcessStates(pg, config.EMBEDDED),
      followerOf(pg, 'scores', logId),
      followerOf(pg, 'relay', logId),
      pg.query(RELAY_REPORTS),
      pg.query<QueueDepths>(QUEUE_DEPTHS),
      pg.query<CompletedRun>(RUNS),
      eventStore.head(),
      unanchoredSeconds(eventStore),
    ],
  );
  gauge('log_position', 'Commit position of the last event').set(Number(head));
  gauge('unanchored_seconds', 'Age of the oldest event that no anchor signs').set(unanchored);

  const labels = ['projector'] as const;
  const positions = gauge(
    'projection_lag_events',
    'Distance of a read model, the scores or the Kafka relay to the head of the log, in commit positions: events in the embedded store, bytes in EventStoreDB',
    labels,
  );
  const seconds = gauge('projection_lag_seconds', 'Age of the oldest event not yet applied', labels);
  const relays = relayReports.rows.length > 0 ? [relay] : [];
  const lags = await lagsOf(eventStore, head, [...followersOf(projectors), scores, ...relays]);
  for (const [projector, lag] of lags) {
    if (lag === null) continue;
    positions.set({ projector }, lag.positions);
    seconds.set({ projector }, lag.seconds);
  }
  const following = gauge(
    'process_following',
    '1 while a process follows the event log, 0 while it keeps restarting, hangs or is missing',
    ['process'] as const,
  );
  for (const { process, state } of states) following.set({ process }, state === 'following' ? 1 : 0);
  const parked = gauge('projection_parked_events', 'Events parked because they could not be applied', labels);
  for (const { name: projector, parked: count } of projectors) parked.set({ projector }, count);

  const [depth] = depths.rows;
  const queue = gauge('queue_depth', 'Waiting jobs, failed jobs and unfinished rescoring runs', [
    'queue',
  ] as const);
  queue.set({ queue: 'jobs' }, depth?.waiting ?? 0);
  queue.set({ queue: 'failed_jobs' }, depth?.failed ?? 0);
  queue.set({ queue: 'rescoring_runs' }, depth?.runs ?? 0);

  const rows = gauge('rescoring_rows_per_second', 'Throughput of the last completed rescoring run', [
    'dataset',
    'scope',
  ] as const);
  for (const { dataset_key: dataset, scope, count, milliseconds } of runs.rows)
    if (milliseconds > 0) rows.set({ dataset, scope }, (count * 1_000) / milliseconds);
  const share = gauge(
    'rescoring_share',
    'Share of the last completed rescoring run that an engine scored, if engines share runs by Kafka',
    ['dataset', 'scope', 'engine'] as const,
  );
  for (const { dataset_key: dataset, scope, shares } of runs.rows) {
    const engines = Object.entries(shares ?? {});
    const total = engines.reduce((sum, [, chunks]) => sum + chunks, 0);
    for (const [engine, chunks] of engines) share.set({ dataset, scope, engine }, chunks / total);
  }
}
