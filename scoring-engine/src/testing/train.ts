import type { CandidateFeatures, Classification, PropertyType } from '@landline/event-schemas';
import type { ScoringModel } from '../model.ts';
import { exampleOf, type TrainingExample, trainFrom } from '../training.ts';

export interface ClassifiedCandidate {
  readonly features: CandidateFeatures;
  readonly classification: Classification;
}

/** Returns the model trained on these classifications; candidates without a score are left out. */
export function train(
  model: ScoringModel,
  propertyType: PropertyType,
  classified: Iterable<ClassifiedCandidate>,
): ScoringModel {
  const examples: [TrainingExample, Classification][] = [];
  for (const { features, classification } of classified) {
    const example = exampleOf(model, propertyType, features);
    if (example) examples.push([example, classification]);
  }
  return trainFrom(model, propertyType, examples);
}
