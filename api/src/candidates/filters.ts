import { type FragmentSqlToken, sql } from 'slonik';
import { inView } from '../grants/access.ts';
import { type Area, edgesOf } from './area.ts';
import type { Criteria } from './criteria.ts';

/** The conditions of a list, by the table that they are about: c candidate, s score, k classification. */
export interface Conditions {
  readonly candidate: readonly FragmentSqlToken[];
  readonly score: readonly FragmentSqlToken[];
  readonly classification: readonly FragmentSqlToken[];
}

const contains = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** What is asked of a candidate, as SQL. */
export function conditionsOf(asked: Criteria): Conditions {
  const seen = inView(asked);
  const candidate: FragmentSqlToken[] = seen === undefined ? [] : [seen];
  const score: FragmentSqlToken[] = [];
  const classification: FragmentSqlToken[] = [];
  const { scoreTenths, propertyScoreTenths, openRatio, parcelArea, units, builtFrom, builtTo } = asked;

  if (scoreTenths !== undefined) score.push(sql.fragment`s.score_tenths >= ${scoreTenths}`);
  if (propertyScoreTenths !== undefined)
    score.push(sql.fragment`s.property_score_tenths >= ${propertyScoreTenths}`);
  if (asked.environmentalGrades)
    score.push(
      sql.fragment`s.environmental_grade = ANY(${sql.array([...asked.environmentalGrades], 'text')})`,
    );
  if (openRatio !== undefined) candidate.push(sql.fragment`c.open_ratio >= ${openRatio}::float8`);
  if (parcelArea !== undefined) candidate.push(sql.fragment`c.parcel_area >= ${parcelArea}::float8`);
  if (units !== undefined) candidate.push(sql.fragment`c.units >= ${units}::float8`);
  if (builtFrom !== undefined) candidate.push(sql.fragment`c.year_built >= ${builtFrom}::float8`);
  if (builtTo !== undefined) candidate.push(sql.fragment`c.year_built <= ${builtTo}::float8`);
  if (asked.importedAfter !== undefined)
    candidate.push(sql.fragment`c.first_imported_at > ${asked.importedAfter}::float8`);
  if (asked.importedUntil !== undefined)
    candidate.push(sql.fragment`c.first_imported_at <= ${asked.importedUntil}::float8`);
  if (asked.zoningCodes)
    candidate.push(sql.fragment`c.zoning_code = ANY(${sql.array([...asked.zoningCodes], 'text')})`);
  if (asked.search) candidate.push(sql.fragment`c.street_address ILIKE ${contains(asked.search)}`);
  if (asked.apn) candidate.push(sql.fragment`translate(c.apn, '- ', '') ILIKE ${contains(asked.apn)}`);
  if (asked.area) candidate.push(...inArea(asked.area));
  if (asked.classification) classification.push(sql.fragment`k.classification = ${asked.classification}`);
  return { candidate, score, classification };
}

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
  // As `isInside` counts, in the same arithmetic.
  const inPolygon = sql.fragment`(
    SELECT count(*) % 2 = 1 FROM unnest(${ends}) AS edge(x1, y1, x2, y2)
    WHERE (y1 > c.latitude) <> (y2 > c.latitude)
      AND c.longitude < (x2 - x1) * (c.latitude - y1) / (y2 - y1) + x1
  )`;
  return [inBox, inPolygon];
}

/**
 * The street of an address that was searched for in vain, or undefined when the search names no house:
 * "120 Main St #4" is on "Main St" (spec 001 §2, street fallback).
 */
export function streetOf(search: string): string | undefined {
  const street = search
    .replace(/^\s*\d+[A-Za-z]?(-\d+)?\s+/, '')
    .replace(/\s*(#|apt\b|unit\b|suite\b|ste\b).*$/i, '')
    .trim();
  return street !== '' && street !== search.trim() ? street : undefined;
}
