import { type CandidateFeatures, UNKNOWN_FEATURES } from '@landline/event-schemas';
import type { Place } from './places.ts';
import type { Random } from './random.ts';

/** Kinds of housing with their share, number of homes, and lot size in square feet. */
const KINDS = [
  kind(30, [1, 4], 13_500, [0.2, 0.45], ['R-1', 'R-2'], 'single family'),
  kind(16, [5, 9], 17_000, [0.3, 0.6], ['R-2', 'R-3'], 'multi-family'),
  kind(18, [10, 19], 21_000, [0.25, 0.6], ['R-3'], 'multi-family'),
  kind(20, [20, 39], 36_000, [0.2, 0.55], ['R-3', 'R-4'], 'multi-family'),
  kind(16, [40, 160], 78_000, [0.15, 0.45], ['R-4', 'MU'], 'multi-family'),
];

type Range = readonly [low: number, high: number];

function kind(
  share: number,
  units: Range,
  lot: number,
  coverage: Range,
  zoning: readonly [string, ...string[]],
  use: string,
) {
  return { share, units, lot, coverage, zoning, use };
}

/** Generates a residential parcel with the features of an assessor's roll. */
export function aduFeatures(
  random: Random,
  place: Place,
  city: string,
): Omit<CandidateFeatures, 'id' | 'apn'> {
  const housing = random.weighted(KINDS.map((each) => [each, each.share] as const));
  const [lowest, highest] = housing.coverage;
  const units = random.integer(housing.units[0], housing.units[1]);
  // Some lots are below the 10,000 square feet that scoring requires.
  const parcel_area = Math.round(random.logNormal(housing.lot, 1.35));
  const isMeasured = !random.chance(0.04);
  const building_area = isMeasured ? Math.round(parcel_area * random.between(lowest, highest)) : null;
  const open_area = building_area === null ? null : parcel_area - building_area;
  const landPrice = random.logNormal(city === 'Beverly Hills' ? 420 : 95, 1.3);
  const land_value = Math.round((parcel_area * landPrice) / 100) * 100;
  const building_value = Math.round((units * random.logNormal(190_000, 1.3)) / 100) * 100;
  return {
    ...UNKNOWN_FEATURES,
    ...place,
    city,
    units,
    parcel_area,
    open_area,
    open_ratio: open_area === null ? null : Math.round((open_area / parcel_area) * 10_000) / 10_000,
    building_area,
    building_area_source:
      building_area === null ? null : random.chance(0.7) ? 'county_adjusted' : 'estimated',
    building_data_quality: building_area === null ? 'insufficient_footprint_data' : null,
    building_count: units < 5 ? random.integer(1, 2) : 1 + Math.floor(units / random.integer(8, 26)),
    potential_garages_count: random.chance(0.12)
      ? 0
      : random.chance(0.15)
        ? random.integer(1, 2)
        : 2 + Math.ceil(units / 3),
    year_built: Math.round(Math.min(2022, Math.max(1912, random.logNormal(1962, 1.012)))),
    zoning_code: random.pick(housing.zoning),
    ios_property_type: housing.use,
    lot_use: 'residential',
    lot_shape: random.weighted([
      ['regular', 82],
      ['irregular', 15],
      ['highly irregular', 3],
    ]),
    topography: random.weighted([
      ['level', 88],
      ['gentle', 9],
      ['sloped', 3],
    ]),
    market_value: land_value + building_value,
    land_value,
    building_value,
    taxable_value: Math.round((land_value + building_value) * random.between(0.45, 1)),
  };
}
