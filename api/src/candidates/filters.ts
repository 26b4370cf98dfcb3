import { SQFT_PER_ACRE } from '@landline/event-schemas';
import { type FragmentSqlToken, sql } from 'slonik';
import { type DatasetView, inView } from '../grants/access.ts';
import { type Area, areaOf, edgesOf } from './area.ts';
import type { CandidateFilters } from './contract.ts';

/** The conditions of a list, by the table that they are about: c candidate, s score, k classification. */
export interface Conditions {
  readonly candidate: readonly FragmentSqlToken[];
  readonly score: readonly FragmentSqlToken[];
  readonly classification: readonly FragmentSqlToken[];
}

/** Tenths, as scores are stored. */
const tenths = (score: number) => Math.ceil(score * 10 - 1e-9);

const contains = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/**
 * What a query string asks for of what its caller may see, as SQL (spec 001 §5). A minimum of 0 asks for nothing: it
 * keeps what is N/A too.
 */
export function conditionsOf(query: CandidateFilters, view: Pick<DatasetView, 'zips'>): Conditions {
  const seen = inView(view);
  const candidate: FragmentSqlToken[] = seen === undefined ? [] : [seen];
  const score: FragmentSqlToken[] = [];
  const classification: FragmentSqlToken[] = [];

  if (query.minScore) score.push(sql.fragment`s.score_tenths >= ${tenths(query.minScore)}`);
  if (query.minBaseScore) score.push(sql.fragment`s.property_score_tenths >= ${tenths(query.minBaseScore)}`);
  if (query.minOpenSpace) candidate.push(sql.fragment`c.open_ratio >= ${query.minOpenSpace / 100}::float8`);
  if (query.minLotSize) {
    candidate.push(sql.fragment`c.parcel_area >= ${query.minLotSize * SQFT_PER_ACRE}::float8`);
  }
  if (query.minUnits) candidate.push(sql.fragment`c.units >= ${query.minUnits}::float8`);
  if (query.minYearBuilt) candidate.push(sql.fragment`c.year_built >= ${query.minYearBuilt}::float8`);
  if (query.maxYearBuilt) candidate.push(sql.fragment`c.year_built <= ${query.maxYearBuilt}::float8`);
  if (query.zoning) {
    // A list joined by commas (spec 001 §5), or one code that has commas of its own.
    const codes = [query.zoning, ...query.zoning.split(',').filter((code) => code !== '')];
    candidate.push(sql.fragment`c.zoning_code = ANY(${sql.array(codes, 'text')})`);
  }
  if (query.search) candidate.push(sql.fragment`c.street_address ILIKE ${contains(query.search)}`);
  if (query.apn) {
    const digits = contains(bareApn(query.apn));
    candidate.push(sql.fragment`translate(c.apn, '- ', '') ILIKE ${digits}`);
  }
  const area = areaOf(query);
  if (area) candidate.push(...inArea(area));
  if (query.classification) classification.push(sql.fragment`k.classification = ${query.classification}`);
  return { candidate, score, classification };
}

/** A parcel number without what only sets its digits apart. */
export const bareApn = (apn: string): string => apn.replaceAll(/[\s-]/g, '');

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
