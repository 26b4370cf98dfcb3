import { configurationDocuments } from '@landline/event-schemas';
import type pg from 'pg';
import type { DocumentChange } from '../../platform/commands/document-restorer.ts';
import { liveGeneration } from '../../platform/live-generation.ts';

export const LIVE = `generation = ${liveGeneration('system-versions').sql}`;

const PERMANENT_KINDS = Object.entries(configurationDocuments)
  .filter(([, { permanent }]) => permanent)
  .map(([kind]) => `'${kind}'`)
  .join(', ');

/** Selects the last state of each document up to a position. */
const statesAt = (position: string) => `
  SELECT DISTINCT ON (document_id) document_id, kind, client_id, content, revision
  FROM read.configuration_document WHERE ${LIVE} AND position <= ${position}
  ORDER BY document_id, position DESC`;

/**
 * Documents that a rollback to a position would change. Excluded are newer and closed clients, and permanent documents
 * that did not exist yet.
 */
const DIFFERENCES = `
  WITH present AS MATERIALIZED (${statesAt('9223372036854775807')}), past AS MATERIALIZED (${statesAt('$1')})
  SELECT present.document_id, present.kind, present.client_id, present.content AS before, past.content AS after,
    present.revision
  FROM present
  LEFT JOIN past ON past.document_id = present.document_id
  LEFT JOIN read.configured_client AS client ON client.${LIVE} AND client.client_id = present.client_id
  WHERE present.content IS DISTINCT FROM past.content
    AND (present.client_id IS NULL OR (client.created_position <= $1 AND client.closed_position IS NULL))
    AND NOT (present.kind IN (${PERMANENT_KINDS}) AND past.content IS NULL)`;

/** Returns the documents that a rollback to this position would change. */
export async function differencesTo(db: pg.Pool, position: bigint): Promise<DocumentChange[]> {
  const { rows } = await db.query<Omit<DocumentChange, 'revision'> & { revision: string }>(
    `SELECT difference.*, substr(document_id, strpos(document_id, ':') + 1) AS id, (SELECT min(at) FROM read.configuration_document AS d
       WHERE d.${LIVE} AND d.document_id = difference.document_id) AS added_at
     FROM (${DIFFERENCES}) AS difference ORDER BY client_id NULLS FIRST, kind, document_id`,
    [position],
  );
  return rows.map((row) => ({ ...row, revision: BigInt(row.revision) }));
}

/** Counts the documents that a rollback to this position would change. */
export const countDifferencesTo = (db: pg.Pool, position: bigint): Promise<number> =>
  count(db, `(${DIFFERENCES}) AS difference`, position);

/** Counts the documents that differed when a rollback to `position` was requested and still differ. */
export const countRemaining = (
  db: pg.Pool,
  { position, requested }: { position: bigint; requested: bigint },
): Promise<number> =>
  count(
    db,
    `(${DIFFERENCES}) AS difference JOIN (${statesAt('$2')}) AS requested USING (document_id)
     WHERE requested.content IS DISTINCT FROM difference.after`,
    position,
    requested,
  );

/** Counts the documents at a position, without those of closed clients: a version's `file_count`. */
export const countDocumentsAt = (db: pg.Pool, position: bigint): Promise<number> =>
  count(
    db,
    `(${statesAt('$1')}) AS document
     LEFT JOIN read.configured_client AS client ON client.${LIVE} AND client.client_id = document.client_id
     WHERE content IS NOT NULL AND (client.closed_position IS NULL OR client.closed_position > $1)`,
    position,
  );

/** Counts the open clients created after a position. */
export const countClientsSince = (db: pg.Pool, position: bigint): Promise<number> =>
  count(
    db,
    `read.configured_client WHERE ${LIVE} AND created_position > $1 AND closed_position IS NULL`,
    position,
  );

async function count(db: pg.Pool, from: string, ...values: bigint[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${from}`, values);
  return rows[0]?.count ?? 0;
}
