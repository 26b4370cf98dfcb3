import type { EnvironmentalGrade } from '@landline/event-schemas';
import type { ScoresWritten } from '@landline/scoring-engine/scores-written';
import type { Criteria, ListWindow } from '../criteria.ts';
import type { DatasetSnapshot } from '../dataset-snapshot.ts';
import type { Hits, Page } from '../hits.ts';

/** A query for the column thread. */
export type ColumnQuery = { readonly snapshot: DatasetSnapshot } & (
  | { readonly kind: 'hits'; readonly criteria: Criteria; readonly window: ListWindow }
  | { readonly kind: 'page'; readonly criteria: Criteria; readonly window: ListWindow }
  | { readonly kind: 'points'; readonly criteria: Criteria }
  | { readonly kind: 'options'; readonly criteria: Criteria }
  | { readonly kind: 'lines'; readonly hits: Hits }
);

/** Values that a list can be filtered by. */
export interface FilterOptions {
  zoningOptions: string[];
  environmentalGradeOptions: EnvironmentalGrade[];
}

export interface ColumnResults {
  hits: Hits;
  page: Page;
  points: Uint8Array<ArrayBuffer>;
  options: FilterOptions;
  /** Lines of a CSV file. */
  lines: Uint8Array<ArrayBuffer>;
}

/** A request to the column thread: a query, or a score set to load ahead. */
export type ThreadRequest = { readonly id: number } & (
  | { readonly query: ColumnQuery }
  | { readonly written: ScoresWritten }
);

export interface ThreadResponse {
  readonly id: number;
  /** Undefined when the columns are not available in time. */
  readonly result?: ColumnResults[ColumnQuery['kind']] | undefined;
  /** Error of a load that failed. */
  readonly failure?: unknown;
}

export interface ThreadSettings {
  readonly databaseUrl: string;
  readonly maxBytes: number;
}
