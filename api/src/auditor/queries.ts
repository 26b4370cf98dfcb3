import { actorRole } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../live-generation.ts';
import type { LogFilter } from './contract.ts';

const LIVE = liveGeneration('log');

const row = z.object({
  position: z.bigint(),
  event_id: z.string(),
  stream: z.string(),
  revision: z.bigint(),
  type: z.string(),
  at: z.number(),
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

/** Events of the log, newest first. */
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

/** Events of the log, oldest first, behind a position. */
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

/** Where what led to an event is looked for. */
type Effect = Pick<IndexedEvent, 'causation_id' | 'correlation_id' | 'stream'>;

/** More are found by looking for what this event caused. */
const MAX_CAUSED = 100;

/** What led to an event, and what it led to, oldest first, in whatever stream and because of whatever request. */
export async function causesOf(
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
 * Most share its request, and what takes a change back its stream: both are indexed. An index of every event's id would be
 * paid for by each event, so for any other all of the log is looked through.
 */
async function causeOf(
  db: CommonQueryMethods,
  { causation_id, correlation_id, stream }: Effect,
): Promise<IndexedEvent | null> {
  if (causation_id === null) return null;
  const found = (and: ReturnType<typeof sql.fragment>) =>
    db.maybeOne(sql.type(row)`
      SELECT ${COLUMNS} FROM read.logged_event WHERE generation = ${LIVE} AND event_id = ${causation_id} ${and}
    `);
  const near = sql.fragment`AND (correlation_id = ${correlation_id} OR stream = ${stream})`;
  return (await found(near)) ?? (await found(sql.fragment``));
}

/** How many events stand behind a position. */
export function countAfter(db: CommonQueryMethods, position: string): Promise<number> {
  return db.oneFirst(sql.type(z.object({ total: z.int() }))`
    SELECT count(*)::int AS total FROM read.logged_event WHERE generation = ${LIVE} AND position > ${position}::bigint
  `);
}

/** The last event of these types up to a time, null where there is none, and how many they are; of one client alone. */
export async function lastOfTypes(
  db: CommonQueryMethods,
  { types, at, client }: { types: readonly string[]; at: string; client: string | undefined },
): Promise<{ last: bigint | null; events: number }> {
  return db.one(sql.type(z.object({ last: z.bigint().nullable(), events: z.number() }))`
    SELECT max(position) AS last, count(*)::int AS events FROM read.logged_event
    WHERE generation = ${LIVE} AND type = ANY(${sql.array([...types], 'text')}) AND at <= ${at}::timestamptz
      ${client === undefined ? sql.fragment`` : sql.fragment`AND client_id = ${client}`}
  `);
}

/** Where the log had come to by then; null before its first event. */
export function lastUpTo(db: CommonQueryMethods, at: string): Promise<bigint | null> {
  return db.oneFirst(sql.type(z.object({ last: z.bigint().nullable() }))`
    SELECT max(position) AS last FROM read.logged_event WHERE generation = ${LIVE} AND at <= ${at}::timestamptz
  `);
}
