import { type Area, isInside, polygonOf } from '../area.ts';
import type { Criteria } from '../criteria.ts';
import type { FeatureColumns } from './feature-columns.ts';
import type { ScoreColumns } from './score-columns.ts';
import { lowered } from './texts.ts';

/** How a scope judged candidates, by row: indexes into `POINT_CLASSIFICATIONS`. */
export type Judgements = ReadonlyMap<number, number>;

export interface Columns {
  readonly features: FeatureColumns;
  readonly scores: ScoreColumns;
  readonly judgements: Judgements;
}

type Numbers = Float64Array | Int16Array;

function keepFrom(mask: Uint8Array, values: Numbers, minimum: number | undefined): void {
  if (minimum === undefined) return;
  for (let row = 0; row < mask.length; row++) {
    if (!((values[row] as number) >= minimum)) mask[row] = 0;
  }
}

function keepTo(mask: Uint8Array, values: Numbers, maximum: number | undefined): void {
  if (maximum === undefined) return;
  for (let row = 0; row < mask.length; row++) {
    if (!((values[row] as number) <= maximum)) mask[row] = 0;
  }
}

function keepCodes(
  mask: Uint8Array,
  { rows, texts }: { rows: Uint32Array | Uint8Array; texts: readonly (string | null)[] },
  wanted: readonly string[] | undefined,
): void {
  if (wanted === undefined) return;
  const isWanted = Uint8Array.from(texts, (text) => (text !== null && wanted.includes(text) ? 1 : 0));
  for (let row = 0; row < mask.length; row++) {
    if (isWanted[rows[row] as number] === 0) mask[row] = 0;
  }
}

function keepInside(mask: Uint8Array, { numbers }: FeatureColumns, area: Area): void {
  const { longitude, latitude } = numbers;
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

function onlyJudged(mask: Uint8Array, judgements: Judgements, wanted: number): Uint8Array {
  const judged = new Uint8Array(mask.length);
  for (const [row, code] of judgements) {
    if (code === wanted) judged[row] = mask[row] as number;
  }
  return judged;
}

/** Whether every row meets the criteria, as it does on most first pages: then none has to be looked at. */
export function keepsAll({ scores }: Columns, asked: Criteria): boolean {
  return scores.areAllListed && Object.values(asked).every((value) => value === undefined);
}

/** 1 for each row that meets the criteria: what is quick to tell first, so that texts are read of few rows. */
export function keep({ features, scores, judgements }: Columns, asked: Criteria): Uint8Array {
  let mask = scores.listed();
  if (asked.classification) mask = onlyJudged(mask, judgements, asked.classification === 'good' ? 1 : 2);
  keepFrom(mask, scores.scoreTenths, asked.scoreTenths);
  keepFrom(mask, scores.propertyScoreTenths, asked.propertyScoreTenths);
  const { numbers, codes } = features;
  keepFrom(mask, numbers.open_ratio, asked.openRatio);
  keepFrom(mask, numbers.parcel_area, asked.parcelArea);
  keepFrom(mask, numbers.units, asked.units);
  keepFrom(mask, numbers.year_built, asked.builtFrom);
  keepTo(mask, numbers.year_built, asked.builtTo);
  if (asked.importedAfter !== undefined) keepFrom(mask, numbers.first_imported_at, asked.importedAfter + 1);
  keepTo(mask, numbers.first_imported_at, asked.importedUntil);
  keepCodes(mask, codes.zip_code, asked.zips);
  keepCodes(mask, codes.zoning_code, asked.zoningCodes);
  keepCodes(mask, scores.grades, asked.environmentalGrades);
  if (asked.area) keepInside(mask, features, asked.area);
  if (asked.apn) features.apns.keepContaining(mask, Buffer.from(lowered(asked.apn)));
  if (asked.search) features.addresses.keepContaining(mask, Buffer.from(lowered(asked.search)));
  return mask;
}
