import { SQFT_PER_ACRE } from '@landline/event-schemas';
import { centroid } from './geometry.ts';
import { type Derivation, derive } from './profile.ts';

const tenths = (value: number) => Math.round(value * 10) / 10;

/** What can be worked out whatever the source; in this order, for later ones build on earlier ones. */
export const GENERAL_DERIVATIONS: readonly Derivation[] = [
  derive('latitude', 'The middle of the outline.', (draft) => centroid(draft.geometry)?.latitude ?? null),
  derive('longitude', 'The middle of the outline.', (draft) => centroid(draft.geometry)?.longitude ?? null),
  derive('parcel_area', 'Acres x 43,560.', ({ parcel_acres }) =>
    parcel_acres ? tenths(parcel_acres * SQFT_PER_ACRE) : null,
  ),
  derive(
    'building_area',
    'Footprint: living area spread over the stories. Where their number is unknown all of the living area, the most it can be, and marked insufficient_footprint_data.',
    (draft) => {
      const { living_area, stories } = draft;
      if (!living_area) return null;
      draft.building_area_source ??= 'estimated';
      if (!stories) {
        draft.building_data_quality ??= 'insufficient_footprint_data';
        return living_area;
      }
      // A footprint is never above the living area, even where an attic is counted as half a story.
      return tenths(living_area / Math.max(1, stories));
    },
  ),
  derive('open_area', 'Parcel area less building area.', ({ parcel_area, building_area }) =>
    parcel_area !== null && building_area !== null && building_area <= parcel_area
      ? tenths(parcel_area - building_area)
      : null,
  ),
  derive('open_ratio', 'Open area over parcel area.', ({ parcel_area, open_area }) =>
    parcel_area && open_area !== null && open_area <= parcel_area
      ? Math.round((open_area / parcel_area) * 10_000) / 10_000
      : null,
  ),
  derive(
    'building_data_quality',
    'insufficient_footprint_data where neither the source nor its living area gives a footprint.',
    ({ building_area }) => (building_area === null ? 'insufficient_footprint_data' : null),
  ),
  derive(
    'lot_shape',
    'How much of its smallest rectangle the lot fills: regular from 0.85, irregular from 0.65, else highly irregular.',
    ({ rect_fill }) => shapeOf(rect_fill, 0.85, 0.65),
  ),
  derive(
    'lot_shape',
    'Without that, 4 pi area / perimeter squared (a square has 0.785): regular from 0.6, irregular from 0.4, else highly irregular.',
    ({ compactness }) => shapeOf(compactness, 0.6, 0.4),
  ),
];

/** The specification's words for lot shapes (spec 001 §9). */
function shapeOf(measure: number | null, regular: number, irregular: number): string | null {
  if (measure === null) return null;
  if (measure >= regular) return 'regular';
  return measure >= irregular ? 'irregular' : 'highly irregular';
}
