import { ADU } from './adu-tables.ts';
import type { ScoringModel, TrainingParameters } from './document.ts';
import { ENVIRONMENTAL } from './environment-tables.ts';
import { IOS, PENALTY_AS_SHARE_TAKEN } from './ios-tables.ts';

const WHY = 'Spec 001 §5: a candidate outside this range is kept and shown without a score.';

export const TRAINING_PARAMETERS: TrainingParameters = {
  why:
    'The specification does not say how classifications train the model. With these parameters, held-out classifications of ' +
    'real parcels by hidden rules rank better, and no worse where there is nothing to train; a single classification moves ' +
    'no score by more than 1.5 points.',
  points_per_logit: 10,
  background_judgements: 10,
  ridge: 3,
  half_trusted_at: 10,
};

/** The first published model, with the numbers of the specification as written. */
export const DEFAULT_MODEL: ScoringModel = {
  name: 'As specified',
  formula: 1,
  parcel_area: { why: WHY, from: 10_000, to: 50_000_000 },
  building_area: { why: WHY, from: 0, to: 10_000_000 },
  adu: ADU,
  ios: IOS,
  environmental: ENVIRONMENTAL,
  learning: TRAINING_PARAMETERS,
};

/** The default model, but with the open-space penalties read as the share to take away. */
export const SHARE_TAKEN_MODEL: ScoringModel = {
  ...DEFAULT_MODEL,
  name: 'As specified, open-space penalties as the share taken away',
  ios: { ...IOS, open_space_penalty: PENALTY_AS_SHARE_TAKEN },
};
