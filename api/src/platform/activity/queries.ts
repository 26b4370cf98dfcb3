import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../live-generation.ts';
import type { AuditedEntity } from './contract.ts';

const LIVE = liveGeneration('audit');

const keyOf = ({ type, id }: AuditedEntity | PageEntity) => `${type}:${id}`;

/** A website page. */
interface PageEntity {
  type: 'page';
  id: string;
}

export interface History {
  entity: AuditedEntity | PageEntity;
  /** Limits the history to events of this client. */
  ofClient: string | undefined;
}

const where = ({ entity, ofClient }: History) => sql.fragment`
  generation = ${LIVE} AND entity = ${keyOf(entity)}
  ${ofClient === undefined ? sql.fragment`` : sql.fragment`AND client_id = ${ofClient}`}
`;

export function countEntries(db: CommonQueryMethods, history: History): Promise<number> {
  return db.oneFirst(sql.type(z.object({ total: z.int() }))`
    SELECT count(*)::int AS total FROM read.audit_entry WHERE ${where(history)}
  `);
}

const positionRow = z.object({ position: z.bigint() });

/** Returns the commit positions of a page of a history, newest first. */
export async function positionsOf(
  db: CommonQueryMethods,
  history: History,
  { page, limit }: { page: number; limit: number },
): Promise<readonly bigint[]> {
  return db.anyFirst(sql.type(positionRow)`
    SELECT position FROM read.audit_entry WHERE ${where(history)}
    ORDER BY position DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}
  `);
}

/** Returns the commit positions of all events of a client and its users between two positions, oldest first. */
export async function positionsOfClient(
  db: CommonQueryMethods,
  clientId: string,
  userIds: readonly string[],
  { after, before, limit }: { after: bigint; before: bigint; limit: number },
): Promise<readonly bigint[]> {
  const entities = [`client:${clientId}`, ...userIds.map((id) => `user:${id}`)];
  return db.anyFirst(sql.type(positionRow)`
    SELECT position FROM (
      SELECT position FROM read.audit_entry
      WHERE generation = ${LIVE} AND client_id = ${clientId} AND position > ${after} AND position < ${before}
      UNION
      SELECT position FROM read.audit_entry
      WHERE generation = ${LIVE} AND entity = ANY(${sql.array(entities, 'text')}) AND position > ${after} AND position < ${before}
    ) AS of_client
    ORDER BY position LIMIT ${limit}
  `);
}
