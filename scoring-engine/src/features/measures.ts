import type { CandidateFeatures, PropertyType } from '@landline/event-schemas';

/** The numbers that a formula reads, by property type: the columns of the kernel, in their order. */
export const MEASURES = {
  adu: ['parcel_area', 'building_area', 'open_area', 'open_ratio'],
  ios: ['parcel_area', 'building_area', 'open_ratio', 'interchange', 'rail'],
} as const;
type Measure = (typeof MEASURES)[PropertyType][number] | 'units' | 'garages' | 'buildings';

/** The texts and small counts that a formula reads: together they say what class of candidate it is. */
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

/** No table has a boundary beyond this (3.6 square miles, 62,000 miles): larger numbers need not be told apart. */
export const LARGEST = 1e8;

type Row = Partial<CandidateFeatures>;

/**
 * A number as scoring reads it; NaN is not known. Areas in square feet, distances in meters. What cannot be (below zero,
 * a share above one) is not known; an impossible area is kept as 0, so that it is told from a missing one.
 * Open area and open ratio are worked out from the others where the source gives them not.
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

/** To four decimals, as imports work it out: a share of 0.75 must not become 0.7499999. */
const shareOf = (part: number, whole: number): number => share(Math.round((part / whole) * 10_000) / 10_000);

/** One number of a candidate as scoring reads it; NaN when not known. */
export const measureOf = (row: Row, measure: Measure): number => READ[measure](row);

/** Open ground for each existing home; a lot without one counts as one. */
export function perUnit(openArea: number, units: number): number {
  return openArea / Math.max(units, 1);
}

function amount(value: number | null | undefined): number {
  return typeof value === 'number' && value >= 0 ? Math.min(value, LARGEST) : Number.NaN;
}

function share(value: number | null | undefined): number {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : Number.NaN;
}

function area(value: number | null | undefined): number {
  return typeof value === 'number' && value < 0 ? 0 : amount(value);
}
