import { actorRole } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';
import type { LogFilter } from './contract.ts';

const LIVE = liveGeneration('log');

const row = z.object({
  position: z.bigint(),
  event_id: z.string(),
  stream: z.string(),
  revision: z.bigint(),
  type: z.string(),
  at: z.string(),
  actor_id: z.string(),
  actor_role: actorRole,
  impersonated_by: z.string().nullable(),
  client_id: z.string().nullable(),
  correlation_id: z.string(),
  causation_id: z.string().nullable(),
  schema_version: z.int(),
});
export type IndexedEvent = z.infer<typeof row>;

const COLUMNS = sql.fragment`position, event_id, stream, revision, type, at, actor_id, actor_role, impersonated_by,
  client_id, correlation_id, causation_id, schema_version`;

function where({ stream, type, actor, client, correlation, causation, from, to, impersonated }: LogFilter) {
  const conditions = [sql.fragment`generation = ${LIVE}`];
  if (stream) conditions.push(sql.fragment`stream = ${stream}`);
  if (type) conditions.push(sql.fragment`type = ${type}`);
  if (actor) conditions.push(sql.fragment`(actor_id = ${actor} OR impersonated_by = ${actor})`);
  if (client) conditions.push(sql.fragment`client_id = ${client}`);
  if (correlation) conditions.push(sql.fragment`correlation_id = ${correlation}`);
  if (causation) conditions.push(sql.fragment`causation_id = ${causation}`);
  if (from) conditions.push(sql.fragment`at >= ${from}::timestamptz`);
  if (to) conditions.push(sql.fragment`at < ${to}::timestamptz`);
  if (impersonated === 'only') conditions.push(sql.fragment`impersonated_by IS NOT NULL`);
  if (impersonated === 'without') conditions.push(sql.fragment`impersonated_by IS NULL`);
  return sql.join(conditions, sql.fragment` AND `);
}

/** Returns matching events before a position, newest first. */
export async function eventsBefore(
  db: CommonQueryMethods,
  filter: LogFilter,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<readonly IndexedEvent[]> {
  return db.any(sql.type(row)`
    SELECT ${COLUMNS} FROM read.logged_event
    WHERE ${where(filter)} ${before === undefined ? sql.fragment`` : sql.fragment`AND position < ${before}::bigint`}
    ORDER BY position DESC LIMIT ${limit}
  `);
}

/** Returns matching events after a position, oldest first. */
export async function eventsAfter(
  db: CommonQueryMethods,
  filter: LogFilter,
  { after, limit }: { after: bigint; limit: number },
): Promise<readonly IndexedEvent[]> {
  return db.any(sql.type(row)`
    SELECT ${COLUMNS} FROM read.logged_event WHERE ${where(filter)} AND position > ${after}
    ORDER BY position LIMIT ${limit}
  `);
}

export async function eventIndexedAt(db: CommonQueryMethods, position: string): Promise<IndexedEvent | null> {
  return db.maybeOne(sql.type(row)`
    SELECT ${COLUMNS} FROM read.logged_event WHERE generation = ${LIVE} AND position = ${position}::bigint
  `);
}

type Effect = Pick<IndexedEvent, 'causation_id' | 'correlation_id' | 'stream'>;

/** Maximum number of caused events in a response; the causation filter finds the others. */
const MAX_CAUSED = 100;

/** Returns the event that caused this one and the events that it caused, oldest first. */
export async function readCausation(
  db: CommonQueryMethods,
  event: Effect & Pick<IndexedEvent, 'event_id'>,
): Promise<{ cause: IndexedEvent | null; caused: readonly IndexedEvent[]; total: number }> {
  const causedBy = sql.fragment`generation = ${LIVE} AND causation_id = ${event.event_id}`;
  const [cause, caused, total] = await Promise.all([
    causeOf(db, event),
    db.any(sql.type(row)`
      SELECT ${COLUMNS} FROM read.logged_event WHERE ${causedBy} ORDER BY position LIMIT ${MAX_CAUSED}
    `),
    db.oneFirst(sql.type(z.object({ total: z.int() }))`
      SELECT count(*)::int AS total FROM read.logged_event WHERE ${causedBy}
    `),
  ]);
  return { cause, caused, total };
}

/**
 * Finds the event that caused this one. Most causes belong to the same request, and the cause of a revert belongs to the
 * same stream; both columns are indexed. Event ids have no index, because it would slow down every append, so finding
 * any other cause scans the log.
 */
async function causeOf(
  db: CommonQueryMethods,
  { causation_id, correlation_id, stream }: Effect,
): Promise<IndexedEvent | null> {
  if (causation_id === null) return null;
  const findCause = (and: ReturnType<typeof sql.fragment>) =>
    db.maybeOne(sql.type(row)`
      SELECT ${COLUMNS} FROM read.logged_event WHERE generation = ${LIVE} AND event_id = ${causation_id} ${and}
    `);
  const indexed = sql.fragment`AND (correlation_id = ${correlation_id} OR stream = ${stream})`;
  return (await findCause(indexed)) ?? (await findCause(sql.fragment``));
}

/** Counts the events after a position. */
export function countAfter(db: CommonQueryMethods, position: string): Promise<number> {
  return db.oneFirst(sql.type(z.object({ total: z.int() }))`
    SELECT count(*)::int AS total FROM read.logged_event WHERE generation = ${LIVE} AND position > ${position}::bigint
  `);
}

/**
 * Returns the position of the last event of these types up to a time, of one client if given, or null, and the numbers of
 * events and of chunks of these types up to that position, of all clients.
 */
export async function lastOfTypes(
  db: CommonQueryMethods,
  {
    types,
    chunkTypes,
    at,
    client,
  }: { types: readonly string[]; chunkTypes: readonly string[]; at: string; client: string | undefined },
): Promise<{ last: bigint | null; events: number; chunks: number }> {
  const isListed = sql.fragment`generation = ${LIVE} AND type = ANY(${sql.array([...types], 'text')})`;
  const isChunk = sql.fragment`type = ANY(${sql.array([...chunkTypes], 'text')})`;
  const result = z.object({ last: z.bigint().nullable(), events: z.number(), chunks: z.number() });
  return db.one(sql.type(result)`
    WITH upper AS (
      SELECT max(position) AS last FROM read.logged_event WHERE ${isListed} AND at <= ${at}::timestamptz
        ${client === undefined ? sql.fragment`` : sql.fragment`AND client_id = ${client}`}
    )
    SELECT last, found.events, found.chunks FROM upper CROSS JOIN LATERAL (
      SELECT (count(*) FILTER (WHERE NOT ${isChunk}))::int AS events, (count(*) FILTER (WHERE ${isChunk}))::int AS chunks
      FROM read.logged_event WHERE ${isListed} AND position <= upper.last
    ) AS found
  `);
}

/**
 * Returns the position of the last event recorded up to a time; null before the first event. A command takes its time
 * before its events are recorded, so an event with an earlier time may follow events with a later one: the first event
 * after the time is the limit. `OFFSET 0` makes the planner use the index on the time; the one on positions would read the
 * log from its start.
 */
export function lastUpTo(db: CommonQueryMethods, at: string): Promise<bigint | null> {
  return db.oneFirst(sql.type(z.object({ last: z.bigint().nullable() }))`
    SELECT max(position) AS last FROM read.logged_event
    WHERE generation = ${LIVE} AND position < coalesce((
      SELECT min(position) FROM (
        SELECT position FROM read.logged_event WHERE generation = ${LIVE} AND at > ${at}::timestamptz OFFSET 0
      ) AS later
    ), ${2n ** 63n - 1n})
  `);
}
