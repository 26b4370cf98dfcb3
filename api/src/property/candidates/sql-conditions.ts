import { type FragmentSqlToken, sql } from 'slonik';
import { type Area, edgesOf } from './area.ts';
import type { SortField } from './contract.ts';
import type { Criteria } from './criteria.ts';
import { type ActiveFilter, activeFilters, type Filter, IGNORED_CHARACTERS, SORTS } from './filters.ts';

/** SQL conditions of a list by the table they read; aliases are c (candidate), s (score) and k (classification). */
export type Conditions = Readonly<Record<Filter['table'], readonly FragmentSqlToken[]>>;

const ALIASES = { candidate: 'c', score: 's' } as const;

/** Returns the criteria as SQL, as `matchingRows` applies them to columns. */
export function conditionsOf(criteria: Criteria): Conditions {
  const filters = activeFilters(criteria);
  const conditionsOn = (table: Filter['table']) =>
    filters.filter((filter) => filter.table === table).flatMap(conditionOf);
  return {
    candidate: conditionsOn('candidate'),
    score: conditionsOn('score'),
    classification: conditionsOn('classification'),
  };
}

function conditionOf(filter: ActiveFilter): FragmentSqlToken | FragmentSqlToken[] {
  if (filter.kind === 'classification') return sql.fragment`k.classification = ${filter.value}`;
  if (filter.kind === 'area') return inArea(filter.value);
  const column = sql.identifier([ALIASES[filter.table], filter.column]);
  switch (filter.kind) {
    case 'minimum':
      // Without a cast, PostgreSQL compares scores as smallint, the type of their index.
      return filter.table === 'score'
        ? sql.fragment`${column} >= ${filter.value}`
        : sql.fragment`${column} >= ${filter.value}::float8`;
    case 'maximum':
      return sql.fragment`${column} <= ${filter.value}::float8`;
    case 'oneOf':
      return sql.fragment`${column} = ANY(${sql.array([...filter.value], 'text')})`;
    case 'contains': {
      const ignoredCharacters = IGNORED_CHARACTERS[filter.column];
      const pattern = `%${filter.value.replaceAll(/[\\%_]/g, '\\$&')}%`;
      return ignoredCharacters === ''
        ? sql.fragment`${column} ILIKE ${pattern}`
        : sql.fragment`translate(${column}, ${ignoredCharacters}, '') ILIKE ${pattern}`;
    }
  }
}

/** Counts the polygon's edges east of a location, in the same arithmetic as `isInside`. */
function inArea({ west, south, east, north, corners }: Area): FragmentSqlToken[] {
  const inBox = sql.fragment`c.longitude BETWEEN ${west}::float8 AND ${east}::float8
    AND c.latitude BETWEEN ${south}::float8 AND ${north}::float8`;
  if (corners.length === 0) return [inBox];
  const edges = edgesOf(corners);
  const ends = sql.join(
    [0, 1, 2, 3].map((n) =>
      sql.array(
        edges.map((edge) => edge[n] ?? 0),
        'float8',
      ),
    ),
    sql.fragment`, `,
  );
  const inPolygon = sql.fragment`(
    SELECT count(*) % 2 = 1 FROM unnest(${ends}) AS edge(x1, y1, x2, y2)
    WHERE (y1 > c.latitude) <> (y2 > c.latitude)
      AND c.longitude < (x2 - x1) * (c.latitude - y1) / (y2 - y1) + x1
  )`;
  return [inBox, inPolygon];
}

/** Returns the ORDER BY of a sort field: missing values last, equal rows by candidate id. */
export function orderBy(field: SortField, order: 'asc' | 'desc'): FragmentSqlToken {
  const direction = order === 'asc' ? sql.fragment`ASC` : sql.fragment`DESC`;
  const sort = SORTS[field];
  const column = sql.identifier([ALIASES[sort.table], sort.column]);
  if ('isByAbsence' in sort) return sql.fragment`${column} IS NULL ${direction}, s.candidate_id`;
  if (sort.table === 'score') return sql.fragment`${column} ${direction} NULLS LAST, s.candidate_id`;
  // Compares code points, regardless of the database's collation.
  const collation = sort.column === 'street_address' ? sql.fragment` COLLATE "C"` : sql.fragment``;
  return sql.fragment`${column}${collation} ${direction} NULLS LAST, c.id`;
}
