import { type Area, isInside, polygonOf } from '../area.ts';
import type { Criteria } from '../criteria.ts';
import { type ActiveFilter, activeFilters } from '../filters.ts';
import { POINT_CLASSIFICATIONS } from '../points-contract.ts';
import type { FeatureColumns } from './feature-columns.ts';
import type { ScoreColumns } from './score-columns.ts';
import { lowered } from './text-column.ts';

/** Classifications of a scope by row: indexes into `POINT_CLASSIFICATIONS`. */
export type Classifications = ReadonlyMap<number, number>;

export interface Columns {
  readonly features: FeatureColumns;
  readonly scores: ScoreColumns;
  readonly classifications: Classifications;
}

type Numbers = Float64Array | Int16Array;

// Each filter is one pass over one column that clears the rows without a match: `!(a >= b)` also clears NaN.

function keepFrom(mask: Uint8Array, values: Numbers, minimum: number): void {
  for (let row = 0; row < mask.length; row++) {
    if (!((values[row] as number) >= minimum)) mask[row] = 0;
  }
}

function keepTo(mask: Uint8Array, values: Numbers, maximum: number): void {
  for (let row = 0; row < mask.length; row++) {
    if (!((values[row] as number) <= maximum)) mask[row] = 0;
  }
}

function keepCodes(
  mask: Uint8Array,
  { rows, texts }: { rows: Uint32Array | Uint8Array; texts: readonly (string | null)[] },
  values: readonly string[],
): void {
  const isMatch = Uint8Array.from(texts, (text) => (text !== null && values.includes(text) ? 1 : 0));
  for (let row = 0; row < mask.length; row++) {
    if (isMatch[rows[row] as number] === 0) mask[row] = 0;
  }
}

function keepInside(mask: Uint8Array, { longitude, latitude }: FeatureColumns['numbers'], area: Area): void {
  keepFrom(mask, longitude, area.west);
  keepTo(mask, longitude, area.east);
  keepFrom(mask, latitude, area.south);
  keepTo(mask, latitude, area.north);
  if (area.corners.length === 0) return;
  const polygon = polygonOf(area);
  for (let row = 0; row < mask.length; row++) {
    if (mask[row] === 1 && !isInside(polygon, longitude[row] as number, latitude[row] as number))
      mask[row] = 0;
  }
}

function keepClassified(mask: Uint8Array, classifications: Classifications, matchingCode: number): void {
  const classified = new Uint8Array(mask.length);
  for (const [row, code] of classifications) {
    if (code === matchingCode) classified[row] = mask[row] as number;
  }
  mask.set(classified);
}

function keepMatching(
  mask: Uint8Array,
  { features, scores, classifications }: Columns,
  filter: ActiveFilter,
) {
  const { kind, value } = filter;
  switch (kind) {
    case 'minimum':
    case 'maximum': {
      const values =
        filter.table === 'score' ? scores.tenthsOf(filter.column) : features.numbers[filter.column];
      return kind === 'minimum' ? keepFrom(mask, values, value) : keepTo(mask, values, value);
    }
    case 'oneOf':
      return keepCodes(mask, filter.table === 'score' ? scores.grades : features.codes[filter.column], value);
    case 'contains':
      return features.searched[filter.column].keepContaining(mask, Buffer.from(lowered(value)));
    case 'classification':
      return keepClassified(mask, classifications, POINT_CLASSIFICATIONS.indexOf(value));
    case 'area':
      return keepInside(mask, features.numbers, value);
  }
}

/** Returns whether every row matches, as on most first pages, so that no row has to be read. */
export function matchesAll({ scores }: Columns, criteria: Criteria): boolean {
  return scores.areAllListed && activeFilters(criteria).length === 0;
}

/** Returns 1 for each row that matches all filters and 0 for the others; `conditionsOf` is its equivalent in SQL. */
export function matchingRows(columns: Columns, criteria: Criteria): Uint8Array {
  const mask = columns.scores.listed();
  for (const filter of activeFilters(criteria)) keepMatching(mask, columns, filter);
  return mask;
}
