import type { CandidateFeatures, PropertyType } from '@landline/event-schemas';
import { randomFrom } from '../random.ts';

type Row = Partial<CandidateFeatures>;

const WORDS = {
  ios_property_type: [
    'Warehouse',
    'Light manufacturing',
    'Retail store',
    'Office',
    'Mini storage',
    '594',
    '511',
    'Vacant land',
  ],
  zoning_code: ['M-1', 'M-2', 'C-2', 'A-5', 'R-1-7000', 'IP-M-1', 'MU'],
  lot_use: ['industrial', 'commercial', 'residential', 'agricultural'],
  lot_shape: ['regular', 'irregular', 'highly irregular'],
  topography: ['level', 'rolling', 'sloped', 'steep'],
};
const SOURCES = ['LUST', 'UST', 'RCRA', 'TRI', 'air permit'];

/**
 * Generates parcels in the proportions of a county roll: most are complete, some lack a fact. The same seed generates
 * the same parcels.
 */
export function* bulkParcels(propertyType: PropertyType, count: number, seed: number): Generator<Row> {
  const random = randomFrom(seed);
  const pick = <T>(values: readonly T[]): T | null => values[Math.floor(random() * values.length)] ?? null;
  const mostly = <T>(value: T): T | null => (random() < 0.97 ? value : null);
  const between = (low: number, high: number) => low + random() * (high - low);
  const facility = (name: string) => ({ name, distance_meters: between(0, 25_000), importance: null });
  for (let index = 0; index < count; index++) {
    // In square feet: from 0.22 acres, residential lots up to 2.75 and industrial ones up to 69 acres.
    const largest = propertyType === 'adu' ? 120_000 : 3_000_000;
    const parcel_area = Math.round(Math.exp(between(Math.log(9_500), Math.log(largest))) * 10) / 10;
    const open_ratio = Math.round(Math.sqrt(random()) * 10_000) / 10_000;
    const building_area = Math.round(parcel_area * (1 - open_ratio));
    if (propertyType === 'adu') {
      yield {
        parcel_area: mostly(parcel_area),
        building_area,
        open_ratio: mostly(open_ratio),
        open_area: parcel_area - building_area,
        units: mostly(Math.floor(Math.exp(between(0, 4)))),
        potential_garages_count: mostly(Math.floor(between(0, 7))),
        building_count: mostly(Math.floor(between(1, 4))),
        building_area_source: random() < 0.5 ? 'estimated' : 'county_adjusted',
        zoning_code: pick(WORDS.zoning_code),
      };
    } else {
      yield {
        parcel_area: mostly(parcel_area),
        building_area,
        open_ratio: mostly(open_ratio),
        ios_property_type: pick(WORDS.ios_property_type),
        zoning_code: pick(WORDS.zoning_code),
        lot_use: pick(WORDS.lot_use),
        lot_shape: pick(WORDS.lot_shape),
        topography: pick(WORDS.topography),
        closest_interchange: mostly(facility('interchange')),
        closest_rail_facility: mostly(facility('rail')),
        ios_is_100_year_flood: random() < 0.05,
        ios_epa_facilities: Array.from(
          { length: random() < 0.25 ? 1 + Math.floor(random() * 3) : 0 },
          () => ({
            site_name: 'site',
            source: pick(SOURCES) ?? '',
            contamination_type: null,
            regulatory_status: null,
            distance_feet: between(0, 3_000),
            is_onsite: false,
            risk_level: null,
          }),
        ),
      };
    }
  }
}
