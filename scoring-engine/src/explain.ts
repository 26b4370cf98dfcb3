import type { CandidateFeatures, PropertyType } from '@landline/event-schemas';
import { explainAdu } from './adu/explain.ts';
import type { Breakdown } from './breakdown.ts';
import { explainIos } from './ios/explain.ts';
import type { Judgement, ScoringModel } from './model.ts';

/** A candidate's score with everything that it is made of: the same score, to the bit, as the kernel's. */
export function explain(
  propertyType: PropertyType,
  features: CandidateFeatures,
  judgement: Judgement | null,
  model: ScoringModel,
): Breakdown {
  return propertyType === 'adu'
    ? explainAdu(features, judgement, model)
    : explainIos(features, judgement, model);
}
