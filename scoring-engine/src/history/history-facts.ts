import {
  assessmentsOf,
  type CandidateFeatures,
  type EventData,
  type RecordedEvent,
  UNKNOWN_FEATURES,
} from '@landline/event-schemas';
import { scoringModel } from '../model.ts';
import type { HistoryFact } from './score-history.ts';

/** Event types that affect a candidate's score history. */
export const HISTORY_EVENT_TYPES = [
  'CandidatesImported',
  'CandidatesAssessed',
  'ScoringModelPublished',
  'CandidatesRescored',
  'PropertyClassified',
  'ClassificationRemoved',
] as const;

/** Returns the fact that an event contains about a candidate; undefined if there is none. */
export function factOf(event: RecordedEvent, candidateId: string): HistoryFact | undefined {
  const { position } = event;
  const { at, actor: by } = event.metadata;
  const origin = { position, at, by };
  switch (event.type) {
    case 'CandidatesImported': {
      const row = importedRow(event.data, candidateId);
      const { dataset_key: datasetKey, property_type: propertyType } = event.data;
      return row && { ...origin, fact: 'imported', datasetKey, propertyType, row };
    }
    case 'CandidatesAssessed': {
      const assessment = assessmentsOf(event.data).findLast(
        ({ candidate_id }) => candidate_id === candidateId,
      );
      return assessment && { ...origin, fact: 'assessed', assessment };
    }
    case 'ScoringModelPublished': {
      const { scope, model_hash: modelHash, model, taught_by } = event.data;
      const trainedOn = taught_by?.judgements ?? null;
      return { ...origin, fact: 'published', scope, modelHash, model: scoringModel.parse(model), trainedOn };
    }
    case 'CandidatesRescored': {
      const { dataset_key: datasetKey, scope, model_hash: modelHash, as_of } = event.data;
      return { ...origin, fact: 'rescored', datasetKey, scope, modelHash, asOf: BigInt(as_of) };
    }
    case 'PropertyClassified': {
      const { candidate_id, scope, classification, factor_ids: factorIds } = event.data;
      if (candidate_id !== candidateId) return undefined;
      return { ...origin, fact: 'classified', scope, classification: { classification, factorIds } };
    }
    case 'ClassificationRemoved':
      if (event.data.candidate_id !== candidateId) return undefined;
      return { ...origin, fact: 'classified', scope: event.data.scope, classification: null };
    default:
      return undefined;
  }
}

/** Returns a candidate's last row in an import chunk. */
function importedRow(
  { columns, rows }: EventData<'CandidatesImported'>,
  candidateId: string,
): CandidateFeatures | undefined {
  const id = columns.indexOf('id');
  const values = rows.findLast((row) => row[id] === candidateId);
  if (values === undefined) return undefined;
  const importedFeatures = Object.fromEntries(columns.map((column, index) => [column, values[index]]));
  // The importer writes rows in the types of `candidateFeatures`.
  return { ...UNKNOWN_FEATURES, ...importedFeatures } as CandidateFeatures;
}
