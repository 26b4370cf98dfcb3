import { eventTypeFilter } from '@eventstore/db-client';
import type { RecordedEvent } from '@landline/event-schemas';
import { decodeEvent, type StoredEvent } from '@landline/event-schemas/codec';
import { follow, SilentSubscriptionError } from '@landline/event-schemas/follow';
import { tracedForEach } from '@landline/event-schemas/tracing';
import type pg from 'pg';
import type { Deps } from '../deps.ts';
import type { Cause, Job, Reactor } from './reactor.ts';

const MAX_BATCH = 500;
/** Nobody waits for a reaction: what happens within so short a time goes into one transaction. */
const LINGER_MS = 25;

/** What the event store's subscription hands out, as far as it is read here. */
interface Delivered {
  event?: (StoredEvent & { position: { commit: bigint } }) | undefined;
}

type ReactorDeps = Pick<Deps, 'pg' | 'eventStore' | 'logId' | 'log'>;

/**
 * Follows the log and enqueues what the reactors ask for, until `signal`. Jobs and checkpoint are written in one
 * transaction, so each event is reacted to exactly once, however many workers follow. Projections that are built
 * again have nothing to do with it.
 */
export async function runReactors(
  reactors: readonly Reactor[],
  { pg, eventStore, logId, log }: ReactorDeps,
  signal: AbortSignal,
): Promise<void> {
  const types = [...new Set(reactors.flatMap(({ on }) => Object.keys(on)))];
  if (types.length === 0) return;
  /** Everything up to here is dealt with: by the checkpoint, or because nothing of ours stood there. */
  let position = -1n;
  let scanned = -1n;

  const subscribe = async () => {
    const checkpoint = await readCheckpoint(pg, logId);
    if (checkpoint > position) position = checkpoint;
    scanned = -1n; // what an earlier subscription passed may have held something that was not dealt with
    return eventStore.client.subscribeToAll({
      fromPosition: position < 0n ? 'start' : { commit: position, prepare: position },
      filter: eventTypeFilter({
        regex: `^(${types.join('|')})$`,
        checkpointInterval: 32,
        checkpointReached: async (_subscription, { commit }) => {
          scanned = commit;
        },
      }),
    });
  };

  await follow<Delivered>({
    subscribe,
    signal,
    maxBatch: MAX_BATCH,
    linger: () => LINGER_MS,
    onBreak(error) {
      if (!(error instanceof SilentSubscriptionError)) {
        log.warn({ err: error }, 'The reactors lost the log; they come back');
        return;
      }
      // Silence means that all that was delivered is dealt with, and so is what the server passed over.
      if (scanned > position) position = scanned;
    },
    async handle(items) {
      const events = items.flatMap(({ event }) => {
        const decoded = event && decodeEvent(event, event.position.commit);
        return decoded ? [decoded] : [];
      });
      const last = events.at(-1);
      if (!last) return;
      await tracedForEach('react', events, () =>
        enqueue(pg, logId, events, (event) => jobsOf(reactors, event)),
      );
      position = last.position;
    },
  });
}

/** What all reactors ask for because of an event. */
export function jobsOf(reactors: readonly Reactor[], event: RecordedEvent): { key: string; job: Job }[] {
  return reactors.flatMap(({ name, on }) => {
    // A reactor's handler of a type takes events of that type.
    const react = on[event.type] as ((event: RecordedEvent) => Job[]) | undefined;
    return (react?.(event) ?? []).map((job, index) => ({ key: `${event.id}:${name}:${index}`, job }));
  });
}

const CHECKPOINT = 'reactors';

async function readCheckpoint(pool: pg.Pool, logId: string): Promise<bigint> {
  const { rows } = await pool.query<{ log_id: string; position: string }>(
    'SELECT log_id, position FROM api.reactor_checkpoint WHERE name = $1',
    [CHECKPOINT],
  );
  return rows[0]?.log_id === logId ? BigInt(rows[0].position) : -1n;
}

/**
 * What happened before this database was made was reacted to elsewhere: a log that finds an empty database must not
 * send all its mail again.
 */
async function enqueue(
  pool: pg.Pool,
  logId: string,
  events: readonly RecordedEvent[],
  jobsOfEvent: (event: RecordedEvent) => { key: string; job: Job }[],
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // Workers that follow the same log take turns here; who comes second finds the events dealt with.
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
    if (!checkpoint) throw new Error('No checkpoint was written');
    for (const event of events) {
      if (event.position <= BigInt(checkpoint.position)) continue;
      if (new Date(event.metadata.at) < checkpoint.since) continue;
      const { traceparent, correlationId } = event.metadata;
      const cause: Cause = { correlationId, causationId: event.id };
      for (const { key, job } of jobsOfEvent(event)) {
        const { task, payload, queue = null, maxAttempts = null, gather } = job;
        await client.query(
          `SELECT graphile_worker.add_job($1, $2::json, queue_name => $3, max_attempts => $4, job_key => $5,
             run_at => now() + make_interval(secs => $6), job_key_mode => $7)`,
          [
            task,
            JSON.stringify({ ...payload, ...cause, traceparent }),
            queue,
            maxAttempts,
            gather?.key ?? key,
            gather?.seconds ?? 0,
            // The first of those that are gathered says when.
            gather ? 'preserve_run_at' : 'replace',
          ],
        );
      }
    }
    await client.query(
      `UPDATE api.reactor_checkpoint SET position = greatest(position, $2), updated_at = now() WHERE name = $1`,
      [CHECKPOINT, events.at(-1)?.position.toString()],
    );
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    // The connection is in an unknown state: it is not handed out again.
    client.release(true);
    throw error;
  }
}
