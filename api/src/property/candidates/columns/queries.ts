import { gradeOf } from '@landline/event-schemas';
import type { CandidateRow } from '../contract.ts';
import type { Criteria, ListWindow } from '../criteria.ts';
import { type Facts, linesOf } from '../csv-lines.ts';
import type { DatasetSnapshot } from '../dataset-snapshot.ts';
import { type ScoreSort, SORTS } from '../filters.ts';
import { type Hit, type Hits, hitsFrom, type Page } from '../hits.ts';
import { allocatePoints, UNITS_PER_DEGREE } from '../points-contract.ts';
import { type FeatureColumns, numberAt, textAt } from './feature-columns.ts';
import { type Columns, matchesAll, matchingRows } from './matching-rows.ts';
import type { FilterOptions } from './messages.ts';

function orderOf({ features, scores }: Columns, { sortBy, sortOrder }: ListWindow): Uint32Array {
  const { table, column } = SORTS[sortBy];
  return table === 'score'
    ? scores.orderBy(sortBy as ScoreSort, sortOrder) // every sort of that table is a ScoreSort
    : features.orders[column][sortOrder];
}

function countOf(mask: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < mask.length; row++) count += mask[row] as number;
  return count;
}

/** Returns the matching rows of a window in its order. */
function rowsOf(
  mask: Uint8Array,
  order: Uint32Array,
  total: number,
  { offset, limit }: ListWindow,
): Uint32Array {
  const rows = new Uint32Array(Math.max(0, Math.min(limit ?? total, total - offset)));
  let matchCount = 0;
  for (let n = 0; n < order.length && matchCount < offset + rows.length; n++) {
    const row = order[n] as number;
    if (mask[row] === 0) continue;
    if (matchCount >= offset) rows[matchCount - offset] = row;
    matchCount++;
  }
  return rows;
}

/** Returns the same as `selectHits`, from columns. */
export function hitsIn(columns: Columns, criteria: Criteria, window: ListWindow): Hits {
  const order = orderOf(columns, window);
  if (matchesAll(columns, criteria)) {
    const { offset, limit } = window;
    return hitsOf(columns, order.subarray(offset, offset + (limit ?? order.length)), order.length);
  }
  const mask = matchingRows(columns, criteria);
  const total = countOf(mask);
  return hitsOf(columns, rowsOf(mask, order, total, window), total);
}

/** Copies all columns in one loop, because an export copies every row. */
function hitsOf({ features, scores, classifications }: Columns, rows: Uint32Array, total: number): Hits {
  const count = rows.length;
  const ids = new Uint32Array(count * 4);
  const scoreTenths = new Int16Array(count);
  const propertyScoreTenths = new Int16Array(count);
  const naReason = new Uint8Array(count);
  const classification = new Uint8Array(count);
  const { words } = features.ids;
  for (let n = 0; n < count; n++) {
    const row = rows[n] as number;
    for (let word = 0; word < 4; word++) ids[n * 4 + word] = words[row * 4 + word] as number;
    scoreTenths[n] = scores.scoreTenths[row] as number;
    propertyScoreTenths[n] = scores.propertyScoreTenths[row] as number;
    naReason[n] = scores.naReason[row] as number;
    if (classifications.size > 0) classification[n] = classifications.get(row) ?? 0;
  }
  const { reasons } = scores;
  return {
    total,
    ids: new Uint8Array(ids.buffer),
    scoreTenths,
    propertyScoreTenths,
    naReason,
    reasons,
    classification,
  };
}

/** Returns the same as `selectPoints`, from columns. */
export function pointsIn(columns: Columns, criteria: Criteria): Uint8Array<ArrayBuffer> {
  const mask = matchingRows(columns, criteria);
  const total = countOf(mask);
  const { features, scores, classifications } = columns;
  const { longitude, latitude } = features.numbers;
  const isLocated = (row: number) =>
    mask[row] === 1 && !Number.isNaN(longitude[row]) && !Number.isNaN(latitude[row]);
  let count = 0;
  for (let row = 0; row < mask.length; row++) if (isLocated(row)) count++;
  const points = allocatePoints(total, count);
  const { words } = features.ids;
  const ids = new Uint32Array(count * 4);
  let next = 0;
  for (const row of features.idOrder) {
    if (!isLocated(row)) continue;
    points.longitudes[next] = Math.round((longitude[row] as number) * UNITS_PER_DEGREE);
    points.latitudes[next] = Math.round((latitude[row] as number) * UNITS_PER_DEGREE);
    points.scores[next] = scores.scoreTenths[row] as number;
    if (classifications.size > 0) points.classifications[next] = classifications.get(row) ?? 0;
    // Word by word: a view of each id would nearly double the time.
    for (let word = 0; word < 4; word++) ids[next * 4 + word] = words[row * 4 + word] as number;
    next++;
  }
  points.ids.set(new Uint8Array(ids.buffer));
  return points.body;
}

/** Returns the filter values that occur in matching rows. */
export function optionsIn(columns: Columns, criteria: Criteria): FilterOptions {
  const mask = matchingRows(columns, criteria);
  return {
    zoningOptions: occurringTexts(mask, columns.features.codes.zoning_code),
    environmentalGradeOptions: occurringTexts(mask, columns.scores.grades),
  };
}

/** Returns the texts of matching rows in alphabetical order. */
function occurringTexts<T extends string>(
  mask: Uint8Array,
  { rows, texts }: { rows: Uint32Array | Uint8Array; texts: readonly (T | null)[] },
): T[] {
  const occurs = new Uint8Array(texts.length);
  for (let row = 0; row < mask.length; row++) if (mask[row] === 1) occurs[rows[row] as number] = 1;
  return texts.filter((text, code): text is T => text !== null && occurs[code] === 1).sort();
}

type DatasetIdentity = Pick<DatasetSnapshot, 'datasetKey' | 'propertyType'>;

/** Returns the same as `selectPage`, from columns. */
export function pageIn(
  columns: Columns,
  snapshot: DatasetIdentity,
  criteria: Criteria,
  window: ListWindow,
): Page {
  const { features } = columns;
  const hits = hitsIn(columns, criteria, window);
  const ids = idView(hits);
  const rows = Array.from(hitsFrom(hits), (hit, at) =>
    rowOf(features, features.ids.rowOf(ids, at * 16), hit, snapshot),
  );
  return { total: hits.total, rows };
}

const idView = ({ ids }: Hits) => new DataView(ids.buffer, ids.byteOffset, ids.byteLength);

/** Fields are in the order of `selectPage`. An object literal keeps rows in V8's fast mode. */
function rowOf(features: FeatureColumns, row: number, hit: Hit, snapshot: DatasetIdentity): CandidateRow {
  return {
    ...hit,
    grade: gradeOf(hit.score),
    apn: textAt(features, 'apn', row) as string, // never null
    street_address: textAt(features, 'street_address', row),
    city: textAt(features, 'city', row),
    zip_code: textAt(features, 'zip_code', row),
    units: numberAt(features, 'units', row),
    parcel_area: numberAt(features, 'parcel_area', row),
    open_area: numberAt(features, 'open_area', row),
    open_ratio: numberAt(features, 'open_ratio', row),
    building_area: numberAt(features, 'building_area', row),
    year_built: numberAt(features, 'year_built', row),
    latitude: numberAt(features, 'latitude', row),
    longitude: numberAt(features, 'longitude', row),
    zoning_code: textAt(features, 'zoning_code', row),
    building_data_quality: textAt(features, 'building_data_quality', row),
    data_quality_flag: textAt(features, 'data_quality_flag', row),
    dataset_key: snapshot.datasetKey,
    property_type: snapshot.propertyType,
    first_imported_at: numberAt(features, 'first_imported_at', row),
  };
}

/** Returns the same as `selectLines`, from columns and as UTF-8. */
export function linesIn(features: FeatureColumns, hits: Hits): Uint8Array<ArrayBuffer> {
  const ids = idView(hits);
  let row = -1;
  const facts: Facts = {
    text: (name) => textAt(features, name, row),
    number: (name) => numberAt(features, name, row),
  };
  const lines = linesOf(hits, (_, at) => {
    row = features.ids.rowOf(ids, at * 16);
    return row < 0 ? undefined : facts;
  });
  return new TextEncoder().encode(lines);
}
