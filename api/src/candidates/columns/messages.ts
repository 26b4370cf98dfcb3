import type { EnvironmentalGrade } from '@landline/event-schemas';
import type { ScoresWritten } from '@landline/scoring-engine/scores-written';
import type { Criteria } from '../criteria.ts';
import type { Hits } from '../hits.ts';
import type { Page } from '../page.ts';
import type { Window } from '../window.ts';
import type { Wanted } from './store.ts';

/** What the thread of the columns is asked. */
export type Question = { readonly wanted: Wanted } & (
  | { readonly ask: 'hits'; readonly criteria: Criteria; readonly window: Window }
  | { readonly ask: 'page'; readonly criteria: Criteria; readonly window: Window }
  | { readonly ask: 'points'; readonly criteria: Criteria }
  | { readonly ask: 'options'; readonly criteria: Criteria }
  | { readonly ask: 'lines'; readonly hits: Hits }
);

/** The values that a list can be filtered by. */
export interface Options {
  zoningOptions: string[];
  environmentalGradeOptions: EnvironmentalGrade[];
}

/** What it answers; undefined: it has no columns of that state at hand. */
export interface Answers {
  hits: Hits;
  page: Page;
  points: Uint8Array<ArrayBuffer>;
  options: Options;
  /** Of a CSV file. */
  lines: Uint8Array<ArrayBuffer>;
}

export type Asked = { readonly id: number } & (
  | { readonly question: Question }
  /** To be read ahead; the answer is that it has been. */
  | { readonly written: ScoresWritten }
);
export interface Answered {
  readonly id: number;
  readonly answer?: Answers[Question['ask']] | undefined;
  /** Why columns could not be read. */
  readonly failure?: unknown;
}

/** What the thread is started with. */
export interface Setting {
  readonly databaseUrl: string;
  readonly maxBytes: number;
}
