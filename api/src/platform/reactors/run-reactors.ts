import { eventTypeFilter } from '@eventstore/db-client';
import type { RecordedEvent } from '@landline/event-schemas';
import { decodeEvent, type StoredEvent, UnreadableEventError } from '@landline/event-schemas/codec';
import { readSkipped } from '@landline/projections/runner/read-log';
import { follow, SilentSubscriptionError } from '@landline/runtime/event-log/follow';
import { transaction } from '@landline/runtime/postgres/transaction';
import { tracedForEach } from '@landline/runtime/tracing/tracing';
import type pg from 'pg';
import type { PlatformPorts } from '../ports.ts';
import type { Cause, Job, Reactor } from './reactor.ts';

const MAX_BATCH = 500;
/** The queue stores priorities as smallint. */
const MAX_PRIORITY = 32_767;
/** Time in which events are collected for one transaction, in milliseconds. The delay does no harm: no user waits for a reaction. */
const LINGER_MS = 25;

interface DeliveredEvent {
  event?: (StoredEvent & { position: { commit: bigint } }) | undefined;
}

type ReactorDeps = Pick<PlatformPorts, 'pg' | 'eventStore' | 'logId' | 'log'>;

/**
 * Follows the log and enqueues the reactors' jobs until `signal` aborts. Jobs and checkpoint are written in one
 * transaction, so each event is handled exactly once, whatever the number of workers. Rebuilding projections does not
 * repeat reactions.
 */
export async function runReactors(
  reactors: readonly Reactor[],
  { pg, eventStore, logId, log }: ReactorDeps,
  signal: AbortSignal,
): Promise<void> {
  const types = [...new Set(reactors.flatMap(({ on }) => Object.keys(on)))];
  if (types.length === 0) return;
  /** Position up to which every event is handled: covered by the checkpoint, or matched by no reactor. */
  let position = -1n;
  /** Position up to which the server has searched for matching events. */
  let scannedPosition = -1n;

  const subscribe = async () => {
    const checkpoint = await readCheckpoint(pg, logId);
    if (checkpoint > position) position = checkpoint;
    scannedPosition = -1n; // an earlier subscription may have delivered events that were never handled
    return eventStore.client.subscribeToAll({
      fromPosition: position < 0n ? 'start' : { commit: position, prepare: position },
      filter: eventTypeFilter({
        regex: `^(${types.join('|')})$`,
        checkpointInterval: 32,
        checkpointReached: async (_subscription, { commit }) => {
          scannedPosition = commit;
        },
      }),
    });
  };

  await follow<DeliveredEvent>({
    subscribe,
    signal,
    maxBatch: MAX_BATCH,
    positionOf: ({ event }) => event?.position.commit,
    linger: () => LINGER_MS,
    onBreak(error) {
      if (error instanceof UnreadableEventError) {
        log.warn(
          { event: 'reactors.unreadable_event', err: error },
          'Reactors are stuck at an event that this release cannot read; skip it or deploy a release that reads it',
        );
        return;
      }
      if (!(error instanceof SilentSubscriptionError)) {
        log.warn({ event: 'reactors.interrupted', err: error }, 'Reactors stopped handling events; retrying');
        return;
      }
      // On a silent subscription all delivered events are handled, and the server found no matching event up to
      // `scannedPosition`.
      if (scannedPosition > position) position = scannedPosition;
    },
    async handle(items) {
      const decodedEvents: (RecordedEvent | undefined)[] = [];
      for (const { event } of items)
        decodedEvents.push(event && (await decodeUnlessSkipped(event, { eventStore, log })));
      const events = decodedEvents.filter((event) => event !== undefined);
      const last = events.at(-1);
      if (!last) return;
      await tracedForEach('react', events, () =>
        enqueue(pg, logId, events, (event) => jobsOf(reactors, event)),
      );
      position = last.position;
    },
  });
}

/** Decodes an event. Returns undefined for one that this build cannot read and that staff skipped for the `log` projector. */
async function decodeUnlessSkipped(
  event: NonNullable<DeliveredEvent['event']>,
  { eventStore, log }: Pick<ReactorDeps, 'eventStore' | 'log'>,
): Promise<RecordedEvent | undefined> {
  const position = event.position.commit;
  try {
    return decodeEvent(event, position);
  } catch (error) {
    if (!(error instanceof UnreadableEventError)) throw error;
    if (!(await readSkipped(eventStore.client, 'log')).has(position)) throw error;
    log.warn({ event: 'reactors.event_skipped', err: error }, 'Reactors skipped an event as staff requested');
    return undefined;
  }
}

/** Returns all reactors' jobs for an event. */
export function jobsOf(reactors: readonly Reactor[], event: RecordedEvent): { key: string; job: Job }[] {
  return reactors.flatMap(({ name, on }) => {
    const react = on[event.type] as ((event: RecordedEvent) => Job[]) | undefined;
    return (react?.(event) ?? []).map((job, index) => ({ key: `${event.id}:${name}:${index}`, job }));
  });
}

const CHECKPOINT = 'reactors';

/**
 * SQL for a new job's priority (start-time fair queueing): one more than that of the last job in its queue, but at least the
 * lowest priority of the running jobs. Lower runs first. Only queues whose names begin with the same word compete. `$3` is
 * the queue name in `enqueue`.
 */
const NEXT_TURN = `
  SELECT least(${MAX_PRIORITY}, greatest(
    max(jobs.priority) FILTER (WHERE queue_name = $3) + 1,
    min(jobs.priority) FILTER (WHERE jobs.locked_at IS NOT NULL),
    0))
  FROM graphile_worker.jobs
  WHERE split_part(queue_name, ' ', 1) = split_part($3, ' ', 1)
    AND (jobs.attempts < jobs.max_attempts OR jobs.locked_at IS NOT NULL)`;

async function readCheckpoint(pool: pg.Pool, logId: string): Promise<bigint> {
  const { rows } = await pool.query<{ log_id: string; position: string }>(
    'SELECT log_id, position FROM api.reactor_checkpoint WHERE name = $1',
    [CHECKPOINT],
  );
  return rows[0]?.log_id === logId ? BigInt(rows[0].position) : -1n;
}

/**
 * Enqueues the jobs of the events and advances the checkpoint. Skips events from before this database was created: they
 * were handled elsewhere, and a full log with an empty database must not send all its emails again.
 */
async function enqueue(
  pool: pg.Pool,
  logId: string,
  events: readonly RecordedEvent[],
  jobsOfEvent: (event: RecordedEvent) => { key: string; job: Job }[],
): Promise<void> {
  await transaction(pool, async (client) => {
    // The row lock serializes workers; the next worker finds these events already handled.
    const { rows } = await client.query<{ position: string; since: Date }>(
      `INSERT INTO api.reactor_checkpoint AS checkpoint (name, log_id, position, since)
       VALUES ($1, $2, -1, (SELECT min(applied_at) FROM api.migration))
       ON CONFLICT (name) DO UPDATE SET
         position = CASE WHEN checkpoint.log_id = excluded.log_id THEN checkpoint.position ELSE -1 END,
         since = CASE WHEN checkpoint.log_id = excluded.log_id THEN checkpoint.since ELSE excluded.since END,
         log_id = excluded.log_id
       RETURNING position, since`,
      [CHECKPOINT, logId],
    );
    const [checkpoint] = rows;
    if (!checkpoint) throw new Error('The reactor checkpoint was not written');
    for (const event of events) {
      if (event.position <= BigInt(checkpoint.position)) continue;
      if (new Date(event.metadata.at) < checkpoint.since) continue;
      const { traceparent, correlationId } = event.metadata;
      const cause: Cause = { correlationId, causationId: event.id };
      for (const { key, job } of jobsOfEvent(event)) {
        const { task, payload, queue = null, takesTurns = false, maxAttempts = null, debounce } = job;
        await client.query(
          `SELECT graphile_worker.add_job($1, $2::json, queue_name => $3, max_attempts => $4, job_key => $5,
             run_at => now() + make_interval(secs => $6), job_key_mode => $7,
             priority => CASE WHEN $8 THEN (${NEXT_TURN})::smallint END)`,
          [
            task,
            JSON.stringify({ ...payload, ...cause, traceparent }),
            queue,
            maxAttempts,
            debounce?.key ?? key,
            debounce?.seconds ?? 0,
            // The first of the merged jobs sets the time.
            debounce ? 'preserve_run_at' : 'replace',
            takesTurns,
          ],
        );
      }
    }
    await client.query(
      `UPDATE api.reactor_checkpoint SET position = greatest(position, $2), updated_at = now() WHERE name = $1`,
      [CHECKPOINT, events.at(-1)?.position.toString()],
    );
  });
}
