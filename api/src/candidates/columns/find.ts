import type { SortField } from '../contract.ts';
import type { Criteria } from '../criteria.ts';
import type { Hits } from '../hits.ts';
import { DEGREE, pointsOf } from '../points-contract.ts';
import type { Window } from '../window.ts';
import { type Columns, keep } from './keep.ts';
import type { Orders } from './sorting.ts';

function ordersOf({ features, scores }: Columns, field: SortField): Orders {
  switch (field) {
    case 'score':
    case 'property_score':
    case 'score_na':
      return scores.ordersBy(field);
    case 'address':
      return features.addressOrders;
    default:
      return features.ordersBy(field);
  }
}

function countOf(mask: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < mask.length; row++) count += mask[row] as number;
  return count;
}

/** The rows of a window, in its order. */
function rowsOf(mask: Uint8Array, order: Uint32Array, total: number, { offset, limit }: Window): Uint32Array {
  const rows = new Uint32Array(Math.max(0, Math.min(limit ?? total, total - offset)));
  let seen = 0;
  for (let n = 0; n < order.length && seen < offset + rows.length; n++) {
    const row = order[n] as number;
    if (mask[row] === 0) continue;
    if (seen >= offset) rows[seen - offset] = row;
    seen++;
  }
  return rows;
}

/** What `selectHits` finds in the database. */
export function findIn(columns: Columns, criteria: Criteria, window: Window): Hits {
  const mask = keep(columns, criteria);
  const total = countOf(mask);
  const rows = rowsOf(mask, ordersOf(columns, window.sortBy)[window.sortOrder], total, window);
  const { features, scores, judgements } = columns;
  const ids = new Uint8Array(rows.length * 16);
  for (let n = 0; n < rows.length; n++) {
    const start = (rows[n] as number) * 16;
    ids.set(features.ids.bytes.subarray(start, start + 16), n * 16);
  }
  return {
    total,
    ids,
    scoreTenths: Int16Array.from(rows, (row) => scores.scoreTenths[row] as number),
    propertyScoreTenths: Int16Array.from(rows, (row) => scores.propertyScoreTenths[row] as number),
    naReason: Uint8Array.from(rows, (row) => scores.naReason[row] as number),
    reasons: scores.reasons,
    classification: Uint8Array.from(rows, (row) => judgements.get(row) ?? 0),
  };
}

/** The body of an answer with the points that meet the criteria. */
export function pointsIn(columns: Columns, criteria: Criteria): Uint8Array<ArrayBuffer> {
  const mask = keep(columns, criteria);
  const total = countOf(mask);
  const { features, scores, judgements } = columns;
  const { longitude, latitude } = features.numbers;
  const isLocated = (row: number) =>
    mask[row] === 1 && !Number.isNaN(longitude[row]) && !Number.isNaN(latitude[row]);
  let count = 0;
  for (let row = 0; row < mask.length; row++) if (isLocated(row)) count++;
  const points = pointsOf(total, count);
  let next = 0;
  for (let row = 0; row < mask.length; row++) {
    if (!isLocated(row)) continue;
    points.longitudes[next] = Math.round((longitude[row] as number) * DEGREE);
    points.latitudes[next] = Math.round((latitude[row] as number) * DEGREE);
    points.scores[next] = scores.scoreTenths[row] as number;
    points.classifications[next] = judgements.get(row) ?? 0;
    points.ids.set(features.ids.bytes.subarray(row * 16, row * 16 + 16), next * 16);
    next++;
  }
  return points.body;
}

/** The zoning codes of the rows that meet the criteria, in alphabetical order. */
export function zoningIn(columns: Columns, criteria: Criteria): string[] {
  const mask = keep(columns, criteria);
  const { rows, texts } = columns.features.codes.zoning_code;
  const occurs = new Uint8Array(texts.length);
  for (let row = 0; row < mask.length; row++) if (mask[row] === 1) occurs[rows[row] as number] = 1;
  return texts.filter((text, code): text is string => text !== null && occurs[code] === 1).sort();
}
