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

function where({ stream, type, actor, client, correlation, from, to, impersonated }: LogFilter) {
  const conditions = [sql.fragment`generation = ${LIVE}`];
  if (stream) conditions.push(sql.fragment`stream = ${stream}`);
  if (type) conditions.push(sql.fragment`type = ${type}`);
  if (actor) conditions.push(sql.fragment`(actor_id = ${actor} OR impersonated_by = ${actor})`);
  if (client) conditions.push(sql.fragment`client_id = ${client}`);
  if (correlation) conditions.push(sql.fragment`correlation_id = ${correlation}`);
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

const MAX_CAUSED = 100;

/** What led to an event, and what it led to: those share its correlation. */
export async function causesOf(
  db: CommonQueryMethods,
  { event_id, causation_id, correlation_id }: IndexedEvent,
): Promise<{ cause: IndexedEvent | undefined; caused: IndexedEvent[] }> {
  const related = await db.any(sql.type(row)`
    SELECT ${COLUMNS} FROM read.logged_event
    WHERE generation = ${LIVE} AND correlation_id = ${correlation_id}
      AND (event_id = ${causation_id} OR causation_id = ${event_id})
    ORDER BY position LIMIT ${MAX_CAUSED + 1}
  `);
  return {
    cause: related.find((each) => each.event_id === causation_id),
    caused: related.filter((each) => each.causation_id === event_id).slice(0, MAX_CAUSED),
  };
}

/** How many events stand behind a position. */
export function countAfter(db: CommonQueryMethods, position: string): Promise<number> {
  return db.oneFirst(sql.type(z.object({ total: z.int() }))`
    SELECT count(*)::int AS total FROM read.logged_event WHERE generation = ${LIVE} AND position > ${position}::bigint
  `);
}

/** The last event of these types up to a time, null where there is none, and how many they are. */
export async function lastOfTypes(
  db: CommonQueryMethods,
  types: readonly string[],
  at: string,
): Promise<{ last: bigint | null; events: number }> {
  return db.one(sql.type(z.object({ last: z.bigint().nullable(), events: z.number() }))`
    SELECT max(position) AS last, count(*)::int AS events FROM read.logged_event
    WHERE generation = ${LIVE} AND type = ANY(${sql.array([...types], 'text')}) AND at <= ${at}::timestamptz
  `);
}
