import type { CandidateFeatures, PropertyType } from '@landline/event-schemas';

/** Numbers that a formula reads, by property type; these are the kernel's columns, in order. */
export const MEASURES = {
  adu: ['parcel_area', 'building_area', 'open_area', 'open_ratio'],
  ios: ['parcel_area', 'building_area', 'open_ratio', 'interchange', 'rail'],
} as const;
type Measure = (typeof MEASURES)[PropertyType][number] | 'units' | 'garages' | 'buildings';

/** Texts and small counts that a formula reads; their combination is a candidate's class. */
export const CLASS_FIELDS = {
  adu: [
    'building_area_source',
    'building_data_quality',
    'data_quality_flag',
    'zoning_code',
    'units',
    'potential_garages_count',
    'building_count',
  ],
  ios: ['ios_property_type', 'zoning_code', 'lot_use', 'lot_shape', 'topography'],
} as const satisfies Record<PropertyType, readonly (keyof CandidateFeatures)[]>;
export type AduClassFields = Pick<CandidateFeatures, (typeof CLASS_FIELDS)['adu'][number]>;
export type IosClassFields = Pick<CandidateFeatures, (typeof CLASS_FIELDS)['ios'][number]>;

/** Cap for measures, beyond every table boundary: 3.6 square miles or 62,000 miles. */
export const MAX_MEASURE = 1e8;

type Row = Partial<CandidateFeatures>;

/**
 * Functions that read a number for scoring, areas in square feet and distances in meters; NaN is unknown. Impossible
 * values (negative, a share above one) are unknown, but an impossible area is 0, to distinguish it from a missing
 * one. Open area and open ratio are calculated if the source lacks them.
 */
const READ: Record<Measure, (row: Row) => number> = {
  parcel_area: (row) => area(row.parcel_area),
  building_area: (row) => amount(row.building_area),
  open_area: (row) =>
    firstKnown(
      amount(row.open_area),
      amount(area(row.parcel_area) - amount(row.building_area)),
      area(row.parcel_area) * share(row.open_ratio),
    ),
  open_ratio: (row) => {
    const lot = area(row.parcel_area);
    return firstKnown(
      share(row.open_ratio),
      shareOf(amount(row.open_area), lot),
      shareOf(lot - amount(row.building_area), lot),
    );
  },
  units: (row) => amount(row.units),
  garages: (row) => amount(row.potential_garages_count),
  buildings: (row) => amount(row.building_count),
  interchange: (row) => amount(row.closest_interchange?.distance_meters),
  rail: (row) => amount(row.closest_rail_facility?.distance_meters),
};

const firstKnown = (...values: number[]): number =>
  values.find((value) => !Number.isNaN(value)) ?? Number.NaN;

/** Rounds to four decimals, like imports, so that a share of 0.75 does not become 0.7499999. */
const shareOf = (part: number, whole: number): number => share(Math.round((part / whole) * 10_000) / 10_000);

/** Returns a measure of a candidate; NaN when unknown. */
export const measureOf = (row: Row, measure: Measure): number => READ[measure](row);

/** Returns open area per existing home; a lot without homes counts as one. */
export function perUnit(openArea: number, units: number): number {
  return openArea / Math.max(units, 1);
}

function amount(value: number | null | undefined): number {
  return typeof value === 'number' && value >= 0 ? Math.min(value, MAX_MEASURE) : Number.NaN;
}

function share(value: number | null | undefined): number {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : Number.NaN;
}

function area(value: number | null | undefined): number {
  return typeof value === 'number' && value < 0 ? 0 : amount(value);
}
