import { ADU } from './adu-tables.ts';
import type { ScoringModel } from './document.ts';
import { ENVIRONMENTAL } from './environment-tables.ts';
import { IOS, PENALTY_AS_SHARE_TAKEN } from './ios-tables.ts';

const WHY = 'Spec 001 §5: a candidate outside is kept and shown, without a score.';

/** What is published first: the specification's numbers as they are written. */
export const DEFAULT_MODEL: ScoringModel = {
  name: 'As specified',
  formula: 1,
  parcel_area: { why: WHY, from: 10_000, to: 50_000_000 },
  building_area: { why: WHY, from: 0, to: 10_000_000 },
  adu: ADU,
  ios: IOS,
  environmental: ENVIRONMENTAL,
};

/** The open-space penalties read as the share taken away; everything else is the same. */
export const SHARE_TAKEN_MODEL: ScoringModel = {
  ...DEFAULT_MODEL,
  name: 'As specified, open-space penalties as the share taken away',
  ios: { ...IOS, open_space_penalty: PENALTY_AS_SHARE_TAKEN },
};
