import { type CandidateFeatures, UNKNOWN_FEATURES } from '@landline/event-schemas';
import fc from 'fast-check';
import type { BandTable, ScoringModel } from '../model/document.ts';
import { inSquareFeet } from '../model/lookup.ts';
import { numberBetween } from './number-between.ts';

const ID = '11111111-2222-8333-8444-555555555555';

/** Returns a candidate with only the given fields known. */
export function candidateWith(features: Partial<CandidateFeatures>): CandidateFeatures {
  return { ...UNKNOWN_FEATURES, id: ID, apn: '1', ...features };
}

export const facilityAt = (meters: number) => ({
  name: 'facility',
  distance_meters: meters,
  importance: null,
});

const around = (value: number): number[] => [
  value * (1 - 2e-16) - 1e-300,
  value,
  value * (1 + 3e-16),
  value + 1,
  value - 1,
];

/** Returns band ends, doubles within two steps of them, and numbers 1 away; none negative. */
export function boundariesOf(...tables: Pick<BandTable, 'bands'>[]): number[] {
  const ends = tables.flatMap(({ bands }) => bands.flatMap(({ from, to }) => [from, to]));
  const values = ends.filter((end) => end !== undefined).flatMap(around);
  return [...new Set([0, ...values])].filter((value) => value >= 0);
}

const WORDS = {
  ios_property_type: [
    'Warehouse',
    '594',
    '953 - school',
    '577',
    'light manufacturing',
    'retail',
    'Single-Family',
    'multi family',
    'Public Storage',
    'government',
    'something else',
    ' ',
    '123',
  ],
  zoning_code: ['M-1', 'm2', 'IP-M-1', 'C-2', 'GC', 'A-1', 'RA', 'R-1/7000', 'PL', 'Industrial', 'XYZ', ''],
  lot_use: ['industrial', 'Commercial', 'agricultural', 'residential', 'church', 'vacant', ''],
  lot_shape: ['regular', 'irregular', 'highly irregular', 'flag'],
  topography: ['level', 'rolling', 'sloped', 'steep', 'mixed'],
  building_data_quality: ['insufficient_footprint_data', 'other'],
  data_quality_flag: ['merged_parcels', 'odd'],
};

const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 6 });
const oneOf = (values: readonly number[], max: number) =>
  orNull(
    fc.oneof(
      fc.constantFrom(...values),
      numberBetween(0, max),
      fc.integer({ min: 0, max: Math.ceil(max) }),
      fc.constantFrom(-1, 1e12),
    ),
  );
const words = (values: readonly string[]) => orNull(fc.constantFrom(...values));

const facility = fc.record({
  site_name: fc.constant('site'),
  source: fc.constantFrom('LUST', 'UST', 'RCRA', 'Superfund NPL', 'EPA TRI', 'air permit', 'who knows', ''),
  contamination_type: words(['brownfield', 'air emissions', 'trichloroethylene']),
  regulatory_status: fc.constant(null),
  distance_feet: fc.oneof(
    fc.constantFrom(...[0, 50, 150, 300, 492, 800, 1_150, 1_500].flatMap(around).filter((feet) => feet >= 0)),
    numberBetween(0, 6_000),
  ),
  is_onsite: fc.boolean(),
  risk_level: fc.constant(null),
});

/** Generates candidates of every kind, concentrated around the boundaries of a model's tables. */
export function anyCandidate(model: ScoringModel): fc.Arbitrary<CandidateFeatures> {
  const { adu, ios, parcel_area, building_area } = model;
  const { highway, interchange_bonus, rail } = ios.transportation;
  const meters = (tables: BandTable[]) => orNull(fc.constantFrom(...boundariesOf(...tables)).map(facilityAt));
  return fc
    .record({
      parcel_area: fc.oneof(
        { weight: 4, arbitrary: fc.double({ min: 10_000, max: 3_000_000, noNaN: true }) },
        {
          weight: 4,
          arbitrary: fc.constantFrom(
            ...boundariesOf(inSquareFeet(ios.lot_size), { bands: [bandOfLimits(parcel_area)] }),
          ),
        },
        { weight: 1, arbitrary: fc.constantFrom(null, -5, 1e12) },
      ),
      building_area: oneOf(boundariesOf({ bands: [bandOfLimits(building_area)] }), 50_000),
      open_area: oneOf(boundariesOf(adu.open_area, adu.open_area_per_unit), 60_000),
      open_ratio: oneOf(boundariesOf(adu.open_ratio, ios.open_ratio, ios.open_space_penalty), 1.1),
      units: oneOf(boundariesOf(adu.units, adu.unit_count_penalty), 45),
      potential_garages_count: oneOf([0, 1, 2, 2.5, 3], 8),
      building_count: oneOf([0, 1, 1.5, 2], 5),
      building_area_source: orNull(fc.constantFrom('estimated' as const, 'county_adjusted' as const)),
      building_data_quality: words(WORDS.building_data_quality),
      data_quality_flag: words(WORDS.data_quality_flag),
      ios_property_type: words(WORDS.ios_property_type),
      zoning_code: words(WORDS.zoning_code),
      lot_use: words(WORDS.lot_use),
      lot_shape: words(WORDS.lot_shape),
      topography: words(WORDS.topography),
      closest_interchange: meters([highway, interchange_bonus]),
      closest_rail_facility: meters([rail]),
      ios_is_100_year_flood: fc.constantFrom(true, false, null),
      ios_epa_facilities: orNull(fc.array(facility, { maxLength: 4 })),
    })
    .map(candidateWith);
}

const bandOfLimits = ({ from, to }: { from: number; to: number }) => ({ label: '', value: 0, from, to });
