import type { CandidateFeatures, EventData, PropertyType } from '@landline/event-schemas';
import { CandidateColumns } from '../columns.ts';
import { classificationAdjustment, type ScoringModel } from '../model.ts';
import { DatasetClassifications } from './classifications.ts';

export interface Dataset {
  readonly key: string;
  readonly columns: CandidateColumns;
  readonly classifications: DatasetClassifications;
  /** Position of the latest import event. */
  importedAt: bigint;
  /** Position of the latest change to features, by an import or an environment assessment. */
  featuresAt: bigint;
  /** False until an import has ended; an incomplete dataset is hidden. */
  isComplete: boolean;
  /** Scopes that have had scores of their own, according to the log. */
  readonly rescored: Set<string>;
}

/** Score adjustment from an effective classification, for the candidate at an index. */
export interface CandidateAdjustment {
  readonly index: number;
  /** Tenths of a point. */
  readonly tenths: number;
}

export const newDataset = (key: string, propertyType: PropertyType): Dataset => ({
  key,
  columns: CandidateColumns.create(propertyType),
  classifications: new DatasetClassifications(),
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

/** Returns the adjustments from all effective classifications in a scope. */
export function adjustmentsIn(
  { columns, classifications }: Dataset,
  scope: string,
  model: ScoringModel,
): CandidateAdjustment[] {
  const adjustments: CandidateAdjustment[] = [];
  for (const [candidateId, classification] of classifications.allEffective(scope)) {
    const index = columns.indexOf(candidateId);
    if (index < 0) continue;
    const { tenths } = classificationAdjustment(model, columns.propertyType, classification);
    adjustments.push({ index, tenths });
  }
  return adjustments;
}

/**
 * Runs `work` while the dataset's columns contain the adjustments of one scope. The caller must not apply events
 * until it resolves.
 */
export async function withClassifications<T>(
  dataset: Dataset,
  scope: string,
  model: ScoringModel,
  work: () => Promise<T>,
): Promise<T> {
  const { columns } = dataset;
  const adjustments = adjustmentsIn(dataset, scope, model);
  for (const { index, tenths } of adjustments) columns.setAdjustment(index, tenths);
  try {
    return await work();
  } finally {
    for (const { index } of adjustments) columns.setAdjustment(index, 0);
  }
}
