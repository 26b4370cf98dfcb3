import { type EventData, isSystemStream, streams } from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import { declaredProjectors, type ProjectorStatus, projectionStatus } from '@landline/projections/admin';
import type pg from 'pg';
import type { EventStore, LogEvent } from '../commands/event-store.ts';

/** A reader of the event log; its position is null before its first checkpoint. */
interface Follower {
  readonly name: string;
  readonly position: bigint | null;
}

interface Lag {
  /** Distance to the head of the log, in commit positions (events in the embedded store, bytes in EventStoreDB). */
  readonly positions: number;
  /** Age of the oldest event that is not yet applied, in seconds. */
  readonly seconds: number;
}

/** Checkpoint tables of the followers that are not projectors. */
const CHECKPOINTS = { scores: 'scoring.checkpoint', relay: 'relay.checkpoint' };

export const followersOf = (projectors: readonly ProjectorStatus[]): Follower[] =>
  projectors.map(({ name, live }) => ({ name, position: live?.position ?? null }));

/** Returns the checkpoint position of the scoring engine or the Kafka relay. */
export async function followerOf(
  pool: pg.Pool,
  name: keyof typeof CHECKPOINTS,
  logId: string,
): Promise<Follower> {
  const table = CHECKPOINTS[name];
  const { rows: tables } = await pool.query<{ exists: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS exists',
    [table],
  );
  if (!tables[0]?.exists) return { name, position: null };
  const { rows } = await pool.query<{ position: string }>(`SELECT position FROM ${table} WHERE log_id = $1`, [
    logId,
  ]);
  return { name, position: rows[0] === undefined ? null : BigInt(rows[0].position) };
}

/** Returns a follower for each read model, including those that have never started, and one for the scores. */
export async function readModelFollowers(pool: pg.Pool, logId: string): Promise<Follower[]> {
  const projections = followersOf(await projectionStatus(pool));
  const names = new Set(projections.map(({ name }) => name));
  const neverStarted = declaredProjectors.filter((name) => !names.has(name));
  const scores = await followerOf(pool, 'scores', logId);
  return [...projections, ...neverStarted.map((name) => ({ name, position: null })), scores];
}

/** Returns the lag of each follower behind the log's head; null for one without a checkpoint. */
export async function lagsOf(
  eventStore: Pick<EventStore, 'readAfter'>,
  head: bigint,
  followers: readonly Follower[],
): Promise<Map<string, Lag | null>> {
  // Followers at the same position share one read.
  const ages = new Map<bigint, Promise<number>>();
  const lags = followers.map(async ({ name, position }) => {
    if (position === null) return [name, null] as const;
    if (position >= head) return [name, { positions: 0, seconds: 0 }] as const;
    const age = ages.get(position) ?? ageOfNextEvent(eventStore, position);
    ages.set(position, age);
    return [name, { positions: Number(head - position), seconds: await age }] as const;
  });
  return new Map(await Promise.all(lags));
}

/** Returns the age in seconds of the first event after a position, or 0 if there is none. */
async function ageOfNextEvent(
  eventStore: Pick<EventStore, 'readAfter'>,
  position: bigint,
  isSkipped?: (event: LogEvent) => boolean,
): Promise<number> {
  const next = await eventStore.readAfter(position, isSkipped);
  return next === undefined ? 0 : Math.max(0, (Date.now() - next.created.getTime()) / 1_000);
}

const isAnchor = ({ streamId, type }: LogEvent): boolean =>
  streamId === streams.anchors() && type === 'LogAnchored';

/**
 * Returns the age in seconds of the oldest event after the last anchor's position; 0 if there is none. Skips anchors:
 * the next anchor covers them.
 */
export async function unanchoredSeconds(
  eventStore: Pick<EventStore, 'readAfter' | 'readLast'>,
): Promise<number> {
  let position = -1n;
  await eventStore.readLast(streams.anchors(), (stored) => {
    const event = decodeEvent(stored, 0n);
    if (event) position = BigInt((event.data as EventData<'LogAnchored'>).position);
  });
  return ageOfNextEvent(eventStore, position, (event) => isAnchor(event) || isSystemStream(event.streamId));
}
