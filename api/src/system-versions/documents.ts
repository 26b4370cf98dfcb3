import type { DocumentKind } from '@landline/projections/projectors/system-versions';
import type pg from 'pg';

export const LIVE = `generation = (SELECT live_generation FROM read.projector WHERE name = 'system-versions')`;

/** A document as it is now and as a version has it; null: there is none. */
export interface Difference {
  document_id: string;
  kind: DocumentKind;
  client_id: string | null;
  before: unknown;
  after: unknown;
  /** When the document came to be. */
  added_at: Date;
  /** Of the event that made it what it is now, in its stream. */
  revision: bigint;
}

/** The documents as they were at a position: of each the last state up to it. */
const statesAt = (position: string) => `
  SELECT DISTINCT ON (document_id) document_id, kind, client_id, content, revision
  FROM read.configuration_document WHERE ${LIVE} AND position <= ${position}
  ORDER BY document_id, position DESC`;

/**
 * What a rollback to a position would change. Not touched: clients that are newer, clients that are closed, and a
 * scoring model and a price list where there was none.
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
    AND NOT (present.kind IN ('scoring_model', 'price_list') AND past.content IS NULL)`;

/** All that a rollback to this position would change, by document. */
export async function differencesTo(db: pg.Pool, position: bigint): Promise<Difference[]> {
  const { rows } = await db.query<Omit<Difference, 'revision'> & { revision: string }>(
    `SELECT difference.*, (SELECT min(at) FROM read.configuration_document AS d
       WHERE d.${LIVE} AND d.document_id = difference.document_id) AS added_at
     FROM (${DIFFERENCES}) AS difference ORDER BY client_id NULLS FIRST, kind, document_id`,
    [position],
  );
  return rows.map((row) => ({ ...row, revision: BigInt(row.revision) }));
}

/** How many documents a rollback to this position would change. */
export async function countDifferencesTo(db: pg.Pool, position: bigint): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (${DIFFERENCES}) AS d`,
    [position],
  );
  return rows[0]?.count ?? 0;
}

/** Of the documents that a rollback to `position` found to be other ones when it was asked for, how many still are. */
export async function countRemaining(
  db: pg.Pool,
  { position, requested }: { position: bigint; requested: bigint },
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (${DIFFERENCES}) AS difference
     JOIN (${statesAt('$2')}) AS requested USING (document_id)
     WHERE requested.content IS DISTINCT FROM difference.after`,
    [position, requested],
  );
  return rows[0]?.count ?? 0;
}

/** How many documents there were at a position, those of closed clients left out: a version's `file_count`. */
export async function countDocumentsAt(db: pg.Pool, position: bigint): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (${statesAt('$1')}) AS document
     LEFT JOIN read.configured_client AS client ON client.${LIVE} AND client.client_id = document.client_id
     WHERE content IS NOT NULL AND (client.closed_position IS NULL OR client.closed_position > $1)`,
    [position],
  );
  return rows[0]?.count ?? 0;
}

/** Clients that came to be after a position. */
export async function countClientsSince(db: pg.Pool, position: bigint): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM read.configured_client
     WHERE ${LIVE} AND created_position > $1 AND closed_position IS NULL`,
    [position],
  );
  return rows[0]?.count ?? 0;
}
