import { projectionStatus } from '@landline/projections/admin';
import { Gauge, Registry } from 'prom-client';
import type { Deps } from '../deps.ts';
import { followerOf, followersOf, lagsOf } from '../health/lag.ts';

type HouseDeps = Pick<Deps, 'pg' | 'eventStore' | 'logId'>;

interface Depths {
  waiting: number;
  failed: number;
  runs: number;
}

const DEPTHS = `
  SELECT
    (SELECT count(*)::int FROM graphile_worker.jobs WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now())
      AS waiting,
    (SELECT count(*)::int FROM graphile_worker.jobs WHERE attempts >= max_attempts) AS failed,
    (SELECT count(*)::int FROM scoring.run WHERE finished_at IS NULL) AS runs`;

/** The latest run of each dataset in a scope that was written whole. */
const RUNS = `
  SELECT DISTINCT ON (dataset_key, scope) dataset_key, scope, (rescored ->> 'count')::float8 AS count,
    (rescored ->> 'milliseconds')::float8 AS milliseconds
  FROM scoring.run WHERE state = 'completed' AND rescored IS NOT NULL
  ORDER BY dataset_key, scope, position DESC`;

/** What the database and the log say of everything that runs, whichever process does it: measured when asked for. */
export async function ofHouse({ pg, eventStore, logId }: HouseDeps): Promise<Registry> {
  const registry = new Registry();
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name: `landline_${name}`, help, labelNames, registers: [registry] });
  const [projectors, scores, relay, depths, runs, head] = await Promise.all([
    projectionStatus(pg),
    followerOf(pg, 'scores', logId),
    followerOf(pg, 'relay', logId),
    pg.query<Depths>(DEPTHS),
    pg.query<{ dataset_key: string; scope: string; count: number; milliseconds: number }>(RUNS),
    eventStore.head(),
  ]);
  gauge('log_position', 'Commit position of the last event').set(Number(head));

  const labels = ['projector'] as const;
  const events = gauge(
    'projection_lag_events',
    'Places of the log that a read model, the scores or the relay are behind',
    labels,
  );
  const seconds = gauge('projection_lag_seconds', 'Age of the oldest event it has not taken', labels);
  const lags = await lagsOf(eventStore, head, [...followersOf(projectors), scores, relay]);
  for (const [projector, lag] of lags) {
    if (lag === null) continue;
    events.set({ projector }, lag.events);
    seconds.set({ projector }, lag.seconds);
  }
  const parked = gauge(
    'projection_parked_events',
    'Events set aside because they could not be applied',
    labels,
  );
  for (const { name: projector, parked: count } of projectors) parked.set({ projector }, count);

  const [depth] = depths.rows;
  const queue = gauge('queue_depth', 'What waits to be done', ['queue'] as const);
  queue.set({ queue: 'jobs' }, depth?.waiting ?? 0);
  queue.set({ queue: 'failed_jobs' }, depth?.failed ?? 0);
  queue.set({ queue: 'rescoring_runs' }, depth?.runs ?? 0);

  const rows = gauge('rescoring_rows_per_second', 'Of the last complete run', ['dataset', 'scope'] as const);
  for (const { dataset_key: dataset, scope, count, milliseconds } of runs.rows)
    if (milliseconds > 0) rows.set({ dataset, scope }, (count * 1_000) / milliseconds);
  return registry;
}
