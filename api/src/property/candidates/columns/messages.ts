import type { EnvironmentalGrade } from '@landline/event-schemas';
import type { ScoresWritten } from '@landline/scoring-engine/scores-written';
import type { Criteria, ListWindow } from '../criteria.ts';
import type { DatasetSnapshot } from '../dataset-snapshot.ts';
import type { Hits, Page } from '../hits.ts';

/** A question to the column thread. */
export type Question = { readonly snapshot: DatasetSnapshot } & (
  | { readonly ask: 'hits'; readonly criteria: Criteria; readonly window: ListWindow }
  | { readonly ask: 'page'; readonly criteria: Criteria; readonly window: ListWindow }
  | { readonly ask: 'points'; readonly criteria: Criteria }
  | { readonly ask: 'options'; readonly criteria: Criteria }
  | { readonly ask: 'lines'; readonly hits: Hits }
);

/** Values that a list can be filtered by. */
export interface FilterOptions {
  zoningOptions: string[];
  environmentalGradeOptions: EnvironmentalGrade[];
}

export interface Answers {
  hits: Hits;
  page: Page;
  points: Uint8Array<ArrayBuffer>;
  options: FilterOptions;
  /** Lines of a CSV file. */
  lines: Uint8Array<ArrayBuffer>;
}

/** A request to the column thread: a question, or a score set to load ahead. */
export type ThreadRequest = { readonly id: number } & (
  | { readonly question: Question }
  | { readonly written: ScoresWritten }
);

export interface ThreadResponse {
  readonly id: number;
  /** Undefined when the columns are not available in time. */
  readonly answer?: Answers[Question['ask']] | undefined;
  /** Why loading failed. */
  readonly failure?: unknown;
}

export interface ThreadSettings {
  readonly databaseUrl: string;
  readonly maxBytes: number;
}
