/**
 * Reasons for a missing score, stored by index; 0 means that there is a score. If several apply, the highest index
 * wins, so the list goes from the least to the most informative reason. Packed scores store the index, so reordering
 * requires emptying `scoring.packed_scores`. The last text is from the specification (spec 001 §2).
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
