import type { Classification } from '@landline/event-schemas';
import type { CandidateRow } from './contract.ts';
import { POINT_CLASSIFICATIONS, uuidOf } from './points-contract.ts';

/** Candidates that match a list's filters, in its order, with their scores and classifications as columns. */
export interface Hits {
  /** Number of matches on all pages. */
  readonly total: number;
  /** UUIDs, 16 bytes each. */
  readonly ids: Uint8Array;
  /** Tenths of a point; -1 is N/A. */
  readonly scoreTenths: Int16Array;
  /** Tenths of a point; -1 is N/A. */
  readonly propertyScoreTenths: Int16Array;
  /** Indexes into `reasons`, whose first entry is null. */
  readonly naReason: Uint8Array;
  readonly reasons: readonly (string | null)[];
  /** Indexes into `POINT_CLASSIFICATIONS`. */
  readonly classification: Uint8Array;
}

export interface Hit {
  readonly id: string;
  readonly score: number | null;
  readonly property_score: number | null;
  readonly na_reason: string | null;
  readonly manual_classification: Classification | null;
}

/** A page of a list and the number of matches on all pages. */
export interface Page {
  readonly total: number;
  readonly rows: CandidateRow[];
}

const points = (tenths: number | undefined): number | null =>
  tenths === undefined || tenths < 0 ? null : tenths / 10;

export const countOf = ({ ids }: Pick<Hits, 'ids'>): number => ids.length / 16;

/** Returns a copy of a range. A view would not do: posting it to a worker thread clones its whole buffer. */
export const sliceHits = (hits: Hits, from: number, to: number): Hits => ({
  total: hits.total,
  ids: hits.ids.slice(from * 16, to * 16),
  scoreTenths: hits.scoreTenths.slice(from, to),
  propertyScoreTenths: hits.propertyScoreTenths.slice(from, to),
  naReason: hits.naReason.slice(from, to),
  reasons: hits.reasons,
  classification: hits.classification.slice(from, to),
});

export function* hitsFrom(hits: Hits): Generator<Hit> {
  const { ids, scoreTenths, propertyScoreTenths, naReason, reasons, classification } = hits;
  const hex = Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength);
  for (let at = 0; at < countOf(hits); at++) {
    yield {
      id: uuidOf(hex.toString('hex', at * 16, at * 16 + 16)),
      score: points(scoreTenths[at]),
      property_score: points(propertyScoreTenths[at]),
      na_reason: reasons[naReason[at] ?? 0] ?? null,
      manual_classification: POINT_CLASSIFICATIONS[classification[at] ?? 0] ?? null,
    };
  }
}
