import { once } from 'node:events';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { connectionBreaker } from '@landline/runtime/postgres/monitored-connection';
import { pause } from '@landline/runtime/process/pause';
import { repeatUntilAborted } from '@landline/runtime/process/repeat-until-aborted';
import { createSerialQueue } from '@landline/runtime/process/serial-queue';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Projector } from '../projector.ts';
import { migrate } from '../schema/migrate.ts';
import { decryptPersonalData } from './decrypt-personal-data.ts';
import { Generation } from './generation.ts';
import { makePlan, type PlannedGeneration, rebuildRequests } from './generation-plan.ts';
import type { ParkedEvent } from './parking.ts';
import { openProjectorLocks, type ProjectorLocks } from './projector-locks.ts';
import { readEvent, readLogId, readSkipped } from './read-log.ts';
import { removeRetired } from './remove-retired.ts';
import { promoteCaughtUp, runGroup } from './subscription-group.ts';
import { CheckpointMovedError } from './transient.ts';

interface RunOptions {
  readonly projectors: readonly Projector[];
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly client: EventStoreDBClient;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

const MAINTENANCE_MS = 1_000;
const EMPTY_LOG_POLL_MS = 250;

/**
 * Keeps the read models up to date until the signal aborts. Survives the loss of the database and of the
 * event store, and stands by for projectors that another process runs. The schema must be migrated.
 */
export async function runProjectors(options: RunOptions): Promise<void> {
  const { log, signal } = options;
  const breakPool = connectionBreaker(options.pool);
  await repeatUntilAborted(
    signal,
    (onSuccess) => runWhileConnected(options, breakPool, onSuccess),
    (error) =>
      log.warn(
        { event: 'projections.interrupted', err: error },
        'Waiting for the database and the event store',
      ),
  );
}

/** Runs while the connection that holds the locks lasts. */
async function runWhileConnected(
  options: RunOptions,
  onLost: () => void,
  onSuccess: () => void,
): Promise<void> {
  const { projectors, client } = options;
  let onRequest = () => {};
  const locks = await openProjectorLocks(options.databaseUrl, options.signal, () => onRequest());
  locks.lost.addEventListener('abort', onLost, { once: true });
  const signal = AbortSignal.any([options.signal, locks.lost]);
  try {
    while (!signal.aborted) {
      await locks.acquire(projectors.map(({ name }) => name));
      const logId = await readLogId(client);
      onSuccess();
      if (logId === undefined) await pause(EMPTY_LOG_POLL_MS, signal);
      else {
        await runGenerations({ ...options, signal }, locks, logId, (listener) => {
          onRequest = listener;
        });
      }
    }
  } finally {
    locks.lost.removeEventListener('abort', onLost); // closing the connection does not count as losing the locks
    await locks.close();
  }
}

/** Runs one plan until a swap, an acquired lock, a rebuild request or another log requires a new one. */
async function runGenerations(
  options: RunOptions,
  locks: ProjectorLocks,
  logId: string,
  listen: (onRequest: () => void) => void,
): Promise<void> {
  const { pool, log } = options;
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const active = options.projectors.filter(({ name }) => locks.held.has(name));
  const requested = await rebuildRequests(
    pool,
    active.map(({ name }) => name),
  );
  // A rebuild creates missing tables.
  if (requested.size > 0) {
    await migrate(
      options.databaseUrl,
      active.filter(({ name }) => requested.has(name)),
    );
  }
  const plan = await makePlan(pool, active, logId, requested);
  const createGeneration = (live: boolean) => (planned: PlannedGeneration) =>
    new Generation(pool, log, planned.projector, planned.checkpoint, live);
  const live = plan.live.map(createGeneration(true));
  const building = plan.building.map(createGeneration(false));
  const all = [...live, ...building];

  const groups: Promise<void>[] = [];
  const onChange = (reason: string) => {
    log.debug({ event: 'projections.replanned', reason }, 'Reassigning projectors to subscriptions');
    stop.abort();
  };
  const start = (members: readonly Generation[], onHandled = () => {}) => {
    if (members.length === 0) return;
    // A generation that recovered rejoins the others, so that one subscription suffices.
    const onIsolated = (generation: Generation) => start([generation], () => onChange('recovered'));
    groups.push(runGroup({ ...options, signal, onChange, onIsolated, onHandled }, members));
  };
  start(live);
  // Builds that begin at the first event share one subscription; interrupted builds do not wait for them.
  start(building.filter(({ position }) => position < 0n));
  start(building.filter(({ position }) => position >= 0n));
  const removing = removeRetired(pool, plan.retired, signal).catch((error) =>
    log.warn(
      { event: 'projections.removal_failed', err: error },
      'Could not remove retired generations; retrying with the next plan',
    ),
  );

  const runExclusive = createSerialQueue();
  const maintain = () =>
    runExclusive(async () => {
      if (signal.aborted) return;
      for (const generation of all) await generation.flush();
      await promoteCaughtUp({ log, onChange }, building);
      if (await answerRequests(options, all)) onChange('rebuild requested');
      if (await locks.acquire(options.projectors.map(({ name }) => name))) onChange('lock acquired');
    }).catch((error) => {
      log.debug(
        { event: 'projections.maintenance_failed', err: error },
        'Maintenance failed; retrying in 1 s',
      );
      if (error instanceof CheckpointMovedError) onChange(error.message);
    });
  listen(maintain);
  const timer = setInterval(maintain, MAINTENANCE_MS);
  void maintain();

  if (!signal.aborted) await once(signal, 'abort');
  clearInterval(timer);
  listen(() => undefined);
  await runExclusive(async () => undefined);
  await Promise.all(groups);
  await removing;
  // Stores the checkpoints, so that the next start does not read the same events again.
  await Promise.allSettled(all.map((generation) => generation.flush()));
}

/** Executes replay requests; returns whether a rebuild is requested. */
async function answerRequests(
  { pool, client }: Pick<RunOptions, 'pool' | 'client'>,
  generations: readonly Generation[],
): Promise<boolean> {
  const names = generations.map(({ projector }) => projector.name);
  const { rows } = await pool.query<{ id: string; projector: string; kind: 'rebuild' | 'replay' }>(
    'SELECT id, projector, kind FROM read.projector_request WHERE projector = ANY($1) ORDER BY id',
    [names],
  );
  const read = async (place: ParkedEvent) => {
    const [event] = await decryptPersonalData(pool, [await readEvent(client, place)]);
    if (event === undefined) throw new Error(`${place.stream}@${place.revision} could not be read`);
    return event;
  };
  for (const { id, projector, kind } of rows) {
    if (kind === 'rebuild') continue;
    const skipped = await readSkipped(client, projector);
    for (const generation of generations) {
      if (generation.projector.name === projector) await generation.replayParked(read, skipped);
    }
    await pool.query('DELETE FROM read.projector_request WHERE id = $1', [id]);
  }
  return rows.some(({ kind }) => kind === 'rebuild');
}
