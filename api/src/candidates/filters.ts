import { SQFT_PER_ACRE } from '@landline/event-schemas';
import { type FragmentSqlToken, sql } from 'slonik';
import { type DatasetView, inView } from '../grants/access.ts';
import type { CandidateListQuery } from './contract.ts';

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
export function conditionsOf(query: CandidateListQuery, view: Pick<DatasetView, 'zips'>): Conditions {
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
    const digits = contains(query.apn.replaceAll(/[\s-]/g, ''));
    candidate.push(sql.fragment`replace(c.apn, '-', '') ILIKE ${digits}`);
  }
  if (query.classification) classification.push(sql.fragment`k.classification = ${query.classification}`);
  return { candidate, score, classification };
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
