import { ADU } from './adu-tables.ts';
import type { Learning, ScoringModel } from './document.ts';
import { ENVIRONMENTAL } from './environment-tables.ts';
import { IOS, PENALTY_AS_SHARE_TAKEN } from './ios-tables.ts';

const WHY = 'Spec 001 §5: a candidate outside is kept and shown, without a score.';

export const LEARNING: Learning = {
  why:
    'The specification does not say how judgements teach. Held-out judgements of real parcels by hidden rules are ranked ' +
    'better with these, and not worse where there is nothing to learn; one judgement alone moves no score by over 1.5 points.',
  points_per_logit: 10,
  background_judgements: 10,
  ridge: 3,
  half_trusted_at: 10,
};

/** What is published first: the specification's numbers as they are written. */
export const DEFAULT_MODEL: ScoringModel = {
  name: 'As specified',
  formula: 1,
  parcel_area: { why: WHY, from: 10_000, to: 50_000_000 },
  building_area: { why: WHY, from: 0, to: 10_000_000 },
  adu: ADU,
  ios: IOS,
  environmental: ENVIRONMENTAL,
  learning: LEARNING,
};

/** The open-space penalties read as the share taken away; everything else is the same. */
export const SHARE_TAKEN_MODEL: ScoringModel = {
  ...DEFAULT_MODEL,
  name: 'As specified, open-space penalties as the share taken away',
  ios: { ...IOS, open_space_penalty: PENALTY_AS_SHARE_TAKEN },
};
