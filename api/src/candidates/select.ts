import type { Classification } from '@landline/event-schemas';
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import type { StoredScore } from './columns/score-columns.ts';
import type { SortField } from './contract.ts';
import type { Criteria } from './criteria.ts';
import { type Conditions, conditionsOf } from './filters.ts';
import type { Hits } from './hits.ts';
import type { Listing } from './listing.ts';
import { POINT_CLASSIFICATIONS } from './points-contract.ts';
import type { Window } from './window.ts';

const LIVE = sql.fragment`(SELECT live_generation FROM read.projector WHERE name = 'candidates')`;
const LIVE_JUDGEMENTS = sql.fragment`(SELECT live_generation FROM read.projector WHERE name = 'classifications')`;

const storedHit = z.object({
  id: z.string(),
  score_tenths: z.number().nullable(),
  property_score_tenths: z.number().nullable(),
  na_reason: z.string().nullable(),
  classification: z.custom<Classification>().nullable(),
});
const count = z.object({ total: z.number() });

/**
 * The candidates of a dataset that the filters keep, in order, as SQL finds them. Once a dataset is scored its list is exactly
 * its score set, so that a page never mixes scored with not yet scored.
 */
export async function selectHits(
  db: CommonQueryMethods,
  dataset: Listing,
  criteria: Criteria,
  window: Window,
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

/** How each sort field orders; what is missing comes last, and equal rows keep the order of their ids. */
function orderOf(field: SortField, order: 'asc' | 'desc'): FragmentSqlToken {
  const direction = order === 'asc' ? sql.fragment`ASC` : sql.fragment`DESC`;
  switch (field) {
    case 'score':
      return sql.fragment`s.score_tenths ${direction} NULLS LAST, s.candidate_id`;
    case 'property_score':
      return sql.fragment`s.property_score_tenths ${direction} NULLS LAST, s.candidate_id`;
    case 'score_na':
      return sql.fragment`s.score_tenths IS NULL ${direction}, s.candidate_id`;
    case 'parcel_area':
      return sql.fragment`c.parcel_area ${direction} NULLS LAST, c.id`;
    case 'open_area':
      return sql.fragment`c.open_area ${direction} NULLS LAST, c.id`;
    case 'open_ratio':
      return sql.fragment`c.open_ratio ${direction} NULLS LAST, c.id`;
    case 'address':
      // By code points, whatever the database's own order is: as the columns in memory are sorted.
      return sql.fragment`c.street_address COLLATE "C" ${direction} NULLS LAST, c.id`;
  }
}

const both = (fragments: readonly FragmentSqlToken[]) => sql.join(fragments, sql.fragment` AND `);

/** A page is found in the fewest tables that it takes; what it shows of its candidates is looked up afterwards. */
function selectWindow(
  dataset: Listing,
  conditions: Conditions,
  { sortBy, sortOrder, offset, limit }: Window,
) {
  const order = orderOf(sortBy, sortOrder);
  return sql.type(storedHit)`
    WITH s AS MATERIALIZED (
      SELECT s.candidate_id, s.score_tenths, s.property_score_tenths, s.na_reason
      FROM ${found(dataset, conditions, sortBy)}
      ORDER BY ${order}
      LIMIT ${limit} OFFSET ${offset}
    )
    SELECT encode(uuid_send(s.candidate_id), 'hex') AS id, s.score_tenths, s.property_score_tenths, s.na_reason, k.classification
    FROM s JOIN read.candidate c ON c.generation = ${LIVE} AND c.id = s.candidate_id ${judged(dataset)}
    ORDER BY ${order}
  `;
}

async function totalOf(db: CommonQueryMethods, dataset: Listing, conditions: Conditions): Promise<number> {
  const isAll = Object.values(conditions).every(({ length }) => length === 0);
  const size = isAll && dataset.setId !== undefined ? await sizeOf(db, dataset.setId) : undefined;
  if (size !== undefined) return size;
  const { total } = await db.one(
    sql.type(count)`SELECT count(*)::int AS total FROM ${found(dataset, conditions)}`,
  );
  return total;
}

/** A set's scores change, its candidates never do. */
const sizes = new Map<number, number>();
const REMEMBERED_SETS = 256;

/** How many candidates a live set has, as the run that wrote it told the log. */
async function sizeOf(db: CommonQueryMethods, setId: number): Promise<number | undefined> {
  const known = sizes.get(setId);
  if (known !== undefined) return known;
  const told = await db.maybeOne(sql.type(count)`
    SELECT (r.rescored ->> 'count')::int AS total
    FROM scoring.live_set l
    JOIN scoring.run r ON r.dataset_key = l.dataset_key AND r.scope = l.scope
      AND r.state IN ('swapping', 'completed') AND r.rescored ->> 'as_of' = l.position::text
    WHERE l.set_id = ${setId}
    LIMIT 1
  `);
  if (told === null) return undefined;
  if (sizes.size >= REMEMBERED_SETS) sizes.clear();
  sizes.set(setId, told.total);
  return told.total;
}

/** Those of a dataset that meet the conditions, as s, and as c and k where these are asked for. */
function found(
  { setId, ownScores, ...dataset }: Listing,
  conditions: Conditions,
  sortBy?: SortField,
): FragmentSqlToken {
  const { candidate, score, classification } = conditions;
  const features = [
    sql.fragment`c.generation = ${LIVE}`,
    sql.fragment`c.dataset_key = ${dataset.datasetKey}`,
    ...candidate,
  ];
  const join = classification.length > 0 ? judged(dataset) : sql.fragment``;
  const rest = [...score, ...classification];
  if (setId === undefined) {
    return sql.fragment`read.candidate c CROSS JOIN LATERAL ${UNSCORED} s ${join} WHERE ${both([...features, ...rest])}`;
  }
  // With the id known the planner goes straight to one partition.
  const inSet = sql.fragment`s.set_id = ${setId}`;
  const scores = scoresOf(ownScores);
  if (candidate.length === 0 && !SORTED_BY_FEATURE.has(sortBy)) {
    return sql.fragment`${scores} s ${join} WHERE ${both([inSet, ...rest])}`;
  }
  return sql.fragment`${scores} s JOIN read.candidate c ON c.id = s.candidate_id ${join}
    WHERE ${both([inSet, ...features, ...rest])}`;
}

/** Scores by their set and candidate, some of them replaced. */
function scoresOf(own: Listing['ownScores']): FragmentSqlToken {
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
const SORTED_BY_FEATURE = new Set<SortField | undefined>([
  'parcel_area',
  'open_area',
  'open_ratio',
  'address',
]);

const judged = ({ scope }: Pick<Listing, 'scope'>) => sql.fragment`
  LEFT JOIN read.classification k
    ON k.generation = ${LIVE_JUDGEMENTS} AND k.scope = ${scope} AND k.candidate_id = s.candidate_id
`;
