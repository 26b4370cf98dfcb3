import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../live-generation.ts';
import type { AuditedEntity } from './contract.ts';

const LIVE = liveGeneration('audit');
const LIVE_CLIENTS = liveGeneration('clients');
const LIVE_STAFF = liveGeneration('staff');

export const nameOf = ({ type, id }: AuditedEntity | PageEntity) => `${type}:${id}`;

/** A page's history is told among the client's content. */
interface PageEntity {
  type: 'page';
  id: string;
}

/** Of a history: all of it, or what is a client's own. */
export interface History {
  entity: AuditedEntity | PageEntity;
  ofClient: string | undefined;
}

/** Whether a user belongs to a client: then the user's history is the client's own. */
export function isUserOf(db: CommonQueryMethods, userId: string, clientId: string): Promise<boolean> {
  return db.exists(sql.unsafe`
    SELECT 1 FROM read.client_user
    WHERE generation = ${LIVE_CLIENTS} AND user_id = ${userId} AND client_id = ${clientId}
  `);
}

const where = ({ entity, ofClient }: History) => sql.fragment`
  generation = ${LIVE} AND entity = ${nameOf(entity)}
  ${ofClient === undefined ? sql.fragment`` : sql.fragment`AND client_id = ${ofClient}`}
`;

export function countEntries(db: CommonQueryMethods, history: History): Promise<number> {
  return db.oneFirst(sql.type(z.object({ total: z.int() }))`
    SELECT count(*)::int AS total FROM read.audit_entry WHERE ${where(history)}
  `);
}

const place = z.object({ position: z.bigint() });

/** A page of a history, newest first. */
export async function positionsOf(
  db: CommonQueryMethods,
  history: History,
  { page, limit }: { page: number; limit: number },
): Promise<bigint[]> {
  const rows = await db.any(sql.type(place)`
    SELECT position FROM read.audit_entry WHERE ${where(history)}
    ORDER BY position DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}
  `);
  return rows.map(({ position }) => position);
}

/** Everything that is a client's or its users', oldest first, between two positions. */
export async function positionsOfClient(
  db: CommonQueryMethods,
  clientId: string,
  userIds: readonly string[],
  { after, before, limit }: { after: bigint; before: bigint; limit: number },
): Promise<bigint[]> {
  const entities = [`client:${clientId}`, ...userIds.map((id) => `user:${id}`)];
  const rows = await db.any(sql.type(place)`
    SELECT position FROM (
      SELECT position FROM read.audit_entry
      WHERE generation = ${LIVE} AND client_id = ${clientId} AND position > ${after} AND position < ${before}
      UNION
      SELECT position FROM read.audit_entry
      WHERE generation = ${LIVE} AND entity = ANY(${sql.array(entities, 'text')}) AND position > ${after} AND position < ${before}
    ) AS its
    ORDER BY position LIMIT ${limit}
  `);
  return rows.map(({ position }) => position);
}

const named = z.object({ user_id: z.string(), name: z.string() });

/** The names of people who acted, by id. */
export async function namesOf(
  db: CommonQueryMethods,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const list = sql.array([...new Set(ids)], 'text');
  const rows = await db.any(sql.type(named)`
    SELECT user_id, btrim(first_name || ' ' || last_name) AS name FROM read.staff_user
    WHERE generation = ${LIVE_STAFF} AND user_id = ANY(${list})
    UNION ALL
    SELECT user_id, btrim(first_name || ' ' || last_name) AS name FROM read.client_user
    WHERE generation = ${LIVE_CLIENTS} AND user_id = ANY(${list})
  `);
  return new Map(rows.map(({ user_id, name }) => [user_id, name]));
}
