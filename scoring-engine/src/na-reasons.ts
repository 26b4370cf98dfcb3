/**
 * Reasons for a missing score, stored by index; 0 is none. Of several the highest applies, so the list goes
 * from the least to the most telling. Packed scores hold the index: another order requires emptying
 * `scoring.packed_scores`. The last is the specification's text (spec 001 §2).
 */
export const NA_REASONS: readonly string[] = [
  '',
  'The open space of this lot is not known.',
  'The number of existing units is not known.',
  'The building area is outside the range that can be scored.',
  'The parcel area is outside the range that can be scored.',
  'The parcel area is not known.',
  'This lacks assessor classification required for accurate scoring.',
];

export const NA = {
  none: 0,
  openSpaceUnknown: 1,
  unitsUnknown: 2,
  buildingAreaOutside: 3,
  parcelAreaOutside: 4,
  parcelAreaUnknown: 5,
  unclassified: 6,
} as const;
