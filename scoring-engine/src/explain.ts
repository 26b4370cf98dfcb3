import type { CandidateFeatures, PropertyType } from '@landline/event-schemas';
import { explainAdu } from './adu/explain.ts';
import type { Breakdown } from './breakdown.ts';
import { explainIos } from './ios/explain.ts';
import type { CandidateClassification, ScoringModel } from './model.ts';

/** Returns a candidate's score with its full breakdown: the same score as the kernel's, to the bit. */
export function explain(
  propertyType: PropertyType,
  features: CandidateFeatures,
  classification: CandidateClassification | null,
  model: ScoringModel,
): Breakdown {
  return propertyType === 'adu'
    ? explainAdu(features, classification, model)
    : explainIos(features, classification, model);
}
