import type { Classification } from '@landline/event-schemas';
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';
import type { SortField } from './contract.ts';
import type { Criteria, ListWindow } from './criteria.ts';
import type { DatasetSnapshot, StoredScore } from './dataset-snapshot.ts';
import { SORTS } from './filters.ts';
import type { Hits } from './hits.ts';
import { POINT_CLASSIFICATIONS } from './points-contract.ts';
import { type Conditions, conditionsOf, orderBy } from './sql-conditions.ts';

const LIVE = liveGeneration('candidates');
const LIVE_CLASSIFICATIONS = liveGeneration('classifications');

const storedHit = z.object({
  id: z.string(),
  score_tenths: z.number().nullable(),
  property_score_tenths: z.number().nullable(),
  na_reason: z.string().nullable(),
  classification: z.custom<Classification>().nullable(),
});
const count = z.object({ total: z.number() });

/**
 * Selects the matching candidates from the database, in order. The list of a scored dataset is exactly its score set, so that a
 * page never mixes scored and unscored candidates.
 */
export async function selectHits(
  db: CommonQueryMethods,
  dataset: DatasetSnapshot,
  criteria: Criteria,
  window: ListWindow,
): Promise<Hits> {
  const conditions = conditionsOf(criteria);
  const [rows, total] = await Promise.all([
    db.any(selectWindow(dataset, conditions, window)),
    totalOf(db, dataset, conditions),
  ]);
  const reasons = [null, ...new Set(rows.flatMap(({ na_reason }) => na_reason ?? []))];
  return {
    total,
    ids: Uint8Array.from(Buffer.from(rows.map(({ id }) => id).join(''), 'hex')),
    scoreTenths: Int16Array.from(rows, (row) => row.score_tenths ?? -1),
    propertyScoreTenths: Int16Array.from(rows, (row) => row.property_score_tenths ?? -1),
    naReason: Uint8Array.from(rows, (row) => reasons.indexOf(row.na_reason)),
    reasons,
    classification: Uint8Array.from(rows, (row) => POINT_CLASSIFICATIONS.indexOf(row.classification)),
  };
}

const allOf = (fragments: readonly FragmentSqlToken[]) => sql.join(fragments, sql.fragment` AND `);

/** Finds the page in as few tables as possible and looks up classifications afterwards. */
function selectWindow(
  dataset: DatasetSnapshot,
  conditions: Conditions,
  { sortBy, sortOrder, offset, limit }: ListWindow,
) {
  const order = orderBy(sortBy, sortOrder);
  return sql.type(storedHit)`
    WITH s AS MATERIALIZED (
      SELECT s.candidate_id, s.score_tenths, s.property_score_tenths, s.na_reason
      FROM ${matching(dataset, conditions, sortBy)}
      ORDER BY ${order}
      LIMIT ${limit} OFFSET ${offset}
    )
    SELECT encode(uuid_send(s.candidate_id), 'hex') AS id, s.score_tenths, s.property_score_tenths, s.na_reason, k.classification
    FROM s JOIN read.candidate c ON c.generation = ${LIVE} AND c.id = s.candidate_id ${classifications(dataset)}
    ORDER BY ${order}
  `;
}

async function totalOf(
  db: CommonQueryMethods,
  dataset: DatasetSnapshot,
  conditions: Conditions,
): Promise<number> {
  const isAll = Object.values(conditions).every(({ length }) => length === 0);
  const size = isAll && dataset.setId !== undefined ? await sizeOf(db, dataset.setId) : undefined;
  if (size !== undefined) return size;
  const { total } = await db.one(
    sql.type(count)`SELECT count(*)::int AS total FROM ${matching(dataset, conditions)}`,
  );
  return total;
}

/** Sizes of score sets by database. A size never changes: corrections only replace scores. */
const sizesIn = new WeakMap<CommonQueryMethods, Map<number, number>>();
const MAX_SIZES = 256;

/** Returns the size of a live set from the event of its run. */
async function sizeOf(db: CommonQueryMethods, setId: number): Promise<number | undefined> {
  const sizes = sizesIn.get(db) ?? new Map<number, number>();
  sizesIn.set(db, sizes);
  const cachedTotal = sizes.get(setId);
  if (cachedTotal !== undefined) return cachedTotal;
  const row = await db.maybeOne(sql.type(count)`
    SELECT (r.rescored ->> 'count')::int AS total
    FROM scoring.live_set l
    JOIN scoring.run r ON r.dataset_key = l.dataset_key AND r.scope = l.scope
      AND r.state IN ('swapping', 'completed') AND r.rescored ->> 'as_of' = l.position::text
    WHERE l.set_id = ${setId}
    LIMIT 1
  `);
  if (row === null) return undefined;
  if (sizes.size >= MAX_SIZES) sizes.clear();
  sizes.set(setId, row.total);
  return row.total;
}

/**
 * Returns the FROM and WHERE clauses for matching candidates; aliases as in `conditionsOf`, c and k only where
 * needed.
 */
function matching(
  { setId, ownScores, ...dataset }: DatasetSnapshot,
  conditions: Conditions,
  sortBy?: SortField,
): FragmentSqlToken {
  const { candidate, score, classification } = conditions;
  const features = [
    sql.fragment`c.generation = ${LIVE}`,
    sql.fragment`c.dataset_key = ${dataset.datasetKey}`,
    ...candidate,
  ];
  const join = classification.length > 0 ? classifications(dataset) : sql.fragment``;
  const otherConditions = [...score, ...classification];
  if (setId === undefined) {
    return sql.fragment`read.candidate c CROSS JOIN LATERAL ${UNSCORED} s ${join} WHERE ${allOf([...features, ...otherConditions])}`;
  }
  // A literal set id lets the planner read a single partition.
  const inSet = sql.fragment`s.set_id = ${setId}`;
  const scores = scoresOf(ownScores);
  if (candidate.length === 0 && (sortBy === undefined || SORTS[sortBy].table === 'score')) {
    return sql.fragment`${scores} s ${join} WHERE ${allOf([inSet, ...otherConditions])}`;
  }
  return sql.fragment`${scores} s JOIN read.candidate c ON c.id = s.candidate_id ${join}
    WHERE ${allOf([inSet, ...features, ...otherConditions])}`;
}

/** Returns the stored scores, replaced by the scope's own scores where it has any. */
function scoresOf(own: DatasetSnapshot['ownScores']): FragmentSqlToken {
  if (own.length === 0) return sql.fragment`scoring.score`;
  const column = (name: keyof StoredScore, type: string) =>
    sql.array(
      own.map((score) => score[name]),
      type,
    );
  return sql.fragment`(
    SELECT s.set_id, s.candidate_id, s.environmental_grade,
      CASE WHEN o.id IS NULL THEN s.score_tenths ELSE o.score_tenths END AS score_tenths,
      CASE WHEN o.id IS NULL THEN s.property_score_tenths ELSE o.property_score_tenths END AS property_score_tenths,
      CASE WHEN o.id IS NULL THEN s.na_reason ELSE o.na_reason END AS na_reason
    FROM scoring.score s
    LEFT JOIN unnest(${column('id', 'uuid')}, ${column('score_tenths', 'int2')},
      ${column('property_score_tenths', 'int2')}, ${column('na_reason', 'text')}
    ) AS o(id, score_tenths, property_score_tenths, na_reason) ON o.id = s.candidate_id
  )`;
}

const UNSCORED = sql.fragment`(
  SELECT c.id AS candidate_id, null::smallint AS score_tenths, null::smallint AS property_score_tenths, null AS na_reason,
    null AS environmental_grade
)`;

const classifications = ({ scope }: Pick<DatasetSnapshot, 'scope'>) => sql.fragment`
  LEFT JOIN read.classification k
    ON k.generation = ${LIVE_CLASSIFICATIONS} AND k.scope = ${scope} AND k.candidate_id = s.candidate_id
`;
