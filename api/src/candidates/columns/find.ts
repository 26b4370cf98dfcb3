import type { Criteria } from '../criteria.ts';
import type { Hits } from '../hits.ts';
import { DEGREE, pointsOf } from '../points-contract.ts';
import type { Window } from '../window.ts';
import { type Columns, keep, keepsAll } from './keep.ts';
import type { Options } from './messages.ts';

function orderOf({ features, scores }: Columns, { sortBy, sortOrder }: Window): Uint32Array {
  switch (sortBy) {
    case 'score':
    case 'property_score':
    case 'score_na':
      return scores.orderBy(sortBy, sortOrder);
    case 'address':
      return features.addressOrders[sortOrder];
    default:
      return features.ordersBy(sortBy)[sortOrder];
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
  const order = orderOf(columns, window);
  if (keepsAll(columns, criteria)) {
    const { offset, limit } = window;
    return hitsOf(columns, order.subarray(offset, offset + (limit ?? order.length)), order.length);
  }
  const mask = keep(columns, criteria);
  const total = countOf(mask);
  return hitsOf(columns, rowsOf(mask, order, total, window), total);
}

/** Row by row in one loop: an export has all of them. */
function hitsOf({ features, scores, judgements }: Columns, rows: Uint32Array, total: number): Hits {
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
    if (judgements.size > 0) classification[n] = judgements.get(row) ?? 0;
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

/** What the rows that meet the criteria can be filtered by. */
export function optionsIn(columns: Columns, criteria: Criteria): Options {
  const mask = keep(columns, criteria);
  return {
    zoningOptions: occurring(mask, columns.features.codes.zoning_code),
    environmentalGradeOptions: occurring(mask, columns.scores.grades),
  };
}

/** The texts that occur, in alphabetical order. */
function occurring<T extends string>(
  mask: Uint8Array,
  { rows, texts }: { rows: Uint32Array | Uint8Array; texts: readonly (T | null)[] },
): T[] {
  const occurs = new Uint8Array(texts.length);
  for (let row = 0; row < mask.length; row++) if (mask[row] === 1) occurs[rows[row] as number] = 1;
  return texts.filter((text, code): text is T => text !== null && occurs[code] === 1).sort();
}
