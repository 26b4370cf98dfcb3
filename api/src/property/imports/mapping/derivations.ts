import { SQFT_PER_ACRE } from '@landline/event-schemas';
import { centroid } from './geometry.ts';
import { type Derivation, derive } from './profile.ts';

const tenths = (value: number) => Math.round(value * 10) / 10;

/** Derivations for files from any source; later ones build on earlier ones. */
export const GENERAL_DERIVATIONS: readonly Derivation[] = [
  derive('latitude', 'Center of the parcel outline.', (draft) => centroid(draft.geometry)?.latitude ?? null),
  derive(
    'longitude',
    'Center of the parcel outline.',
    (draft) => centroid(draft.geometry)?.longitude ?? null,
  ),
  derive('parcel_area', 'Acres × 43,560.', ({ parcel_acres }) =>
    parcel_acres ? tenths(parcel_acres * SQFT_PER_ACRE) : null,
  ),
  derive(
    'building_area',
    'Footprint: living area divided by stories. If the number of stories is unknown, the whole living area is used as an upper bound and marked insufficient_footprint_data.',
    (draft) => {
      const { living_area, stories } = draft;
      if (!living_area) return null;
      draft.building_area_source ??= 'estimated';
      if (!stories) {
        draft.building_data_quality ??= 'insufficient_footprint_data';
        return living_area;
      }
      // The footprint never exceeds the living area, even where an attic counts as half a story.
      return tenths(living_area / Math.max(1, stories));
    },
  ),
  derive('open_area', 'Parcel area minus building area.', ({ parcel_area, building_area }) =>
    parcel_area !== null && building_area !== null && building_area <= parcel_area
      ? tenths(parcel_area - building_area)
      : null,
  ),
  derive('open_ratio', 'Open area divided by parcel area.', ({ parcel_area, open_area }) =>
    parcel_area && open_area !== null && open_area <= parcel_area
      ? Math.round((open_area / parcel_area) * 10_000) / 10_000
      : null,
  ),
  derive(
    'building_data_quality',
    'insufficient_footprint_data if the file has neither a footprint nor a living area.',
    ({ building_area }) => (building_area === null ? 'insufficient_footprint_data' : null),
  ),
  derive(
    'lot_shape',
    'Lot area divided by the area of its smallest bounding rectangle: regular from 0.85, irregular from 0.65, otherwise highly irregular.',
    ({ rect_fill }) => shapeOf(rect_fill, 0.85, 0.65),
  ),
  derive(
    'lot_shape',
    'Without a bounding rectangle, 4π × area / perimeter² (0.785 for a square): regular from 0.6, irregular from 0.4, otherwise highly irregular.',
    ({ compactness }) => shapeOf(compactness, 0.6, 0.4),
  ),
];

/** Returns a lot shape of spec 001 §9. */
function shapeOf(measure: number | null, regular: number, irregular: number): string | null {
  if (measure === null) return null;
  if (measure >= regular) return 'regular';
  return measure >= irregular ? 'irregular' : 'highly irregular';
}
