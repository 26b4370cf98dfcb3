import type { CandidateFeatures, EventData, PropertyType } from '@landline/event-schemas';
import { CandidateColumns } from '../columns.ts';
import { directAdjustment, type Judgement, type ScoringModel } from '../model.ts';
import { Judgements } from './judgements.ts';

export interface Dataset {
  readonly key: string;
  readonly columns: CandidateColumns;
  readonly judgements: Judgements;
  /** Where its latest candidates stand in the log. */
  importedAt: bigint;
  /** Where its features changed last: by an import, or by an assessment of its surroundings. */
  featuresAt: bigint;
  /** An import has ended: until then there is nothing to show. */
  isComplete: boolean;
  /** The scopes of which the log tells that they were given scores of their own. */
  readonly rescored: Set<string>;
}

/** A judgement that counts, by its candidate's index. */
export interface Judged {
  readonly index: number;
  /** Of a point: what it adds. */
  readonly tenths: number;
  readonly classification: Judgement['classification'];
}

export const newDataset = (key: string, propertyType: PropertyType): Dataset => ({
  key,
  columns: CandidateColumns.create(propertyType),
  judgements: new Judgements(),
  importedAt: -1n,
  featuresAt: -1n,
  isComplete: false,
  rescored: new Set(),
});

export function importInto(
  dataset: Dataset,
  { columns, rows }: EventData<'CandidatesImported'>,
  position: bigint,
): void {
  const idColumn = columns.indexOf('id');
  for (const values of rows) {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index++) row[columns[index] as string] = values[index];
    // The importer writes rows in the types of `candidateFeatures`.
    dataset.columns.upsert(values[idColumn] as string, row as Partial<CandidateFeatures>);
  }
  dataset.importedAt = position;
  dataset.featuresAt = position;
}

/** What a judgement of the candidate at an index comes to by a model. */
export function judgedAt(
  { propertyType }: CandidateColumns,
  index: number,
  model: ScoringModel,
  judgement: Judgement,
): Judged {
  const { tenths } = directAdjustment(model, propertyType, judgement);
  return { index, tenths, classification: judgement.classification };
}

/** Puts a judgement that counts into the columns, until it is taken back. */
export function judge(columns: CandidateColumns, { index, tenths, classification }: Judged): void {
  columns.setJudgement(index, tenths, classification === 'good' ? 1 : 2);
}

/** The candidates of a dataset whose judgement counts in a scope. */
export function judgedIn({ columns, judgements }: Dataset, scope: string, model: ScoringModel): Judged[] {
  const judged: Judged[] = [];
  for (const [candidateId, judgement] of judgements.allInForce(scope)) {
    const index = columns.indexOf(candidateId);
    if (index >= 0) judged.push(judgedAt(columns, index, model, judgement));
  }
  return judged;
}

/** Runs `work` on a dataset's columns while they hold the judgements of one scope. Nothing may be taken meanwhile. */
export async function withJudgements<T>(
  dataset: Dataset,
  scope: string,
  model: ScoringModel,
  work: () => Promise<T>,
): Promise<T> {
  const { columns } = dataset;
  const judged = judgedIn(dataset, scope, model);
  for (const each of judged) judge(columns, each);
  try {
    return await work();
  } finally {
    for (const { index } of judged) columns.setJudgement(index, 0, 0);
  }
}
