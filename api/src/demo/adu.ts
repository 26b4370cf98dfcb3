import type { CandidateFeatures } from '@landline/event-schemas';
import { NOTHING_KNOWN } from './nothing-known.ts';
import type { Place } from './places.ts';
import type { Random } from './random.ts';

/** Kinds of housing: how often they occur, how many homes they hold, and how large their lots are, in square feet. */
const KINDS = [
  {
    share: 30,
    units: [1, 4],
    lot: 13_500,
    coverage: [0.2, 0.45],
    zoning: ['R-1', 'R-2'],
    use: 'single family',
  },
  {
    share: 16,
    units: [5, 9],
    lot: 17_000,
    coverage: [0.3, 0.6],
    zoning: ['R-2', 'R-3'],
    use: 'multi-family',
  },
  { share: 18, units: [10, 19], lot: 21_000, coverage: [0.25, 0.6], zoning: ['R-3'], use: 'multi-family' },
  {
    share: 20,
    units: [20, 39],
    lot: 36_000,
    coverage: [0.2, 0.55],
    zoning: ['R-3', 'R-4'],
    use: 'multi-family',
  },
  {
    share: 16,
    units: [40, 160],
    lot: 78_000,
    coverage: [0.15, 0.45],
    zoning: ['R-4', 'MU'],
    use: 'multi-family',
  },
] as const;

/** A made-up residential parcel, with facts as an assessor's roll would hold them. */
export function aduFacts(random: Random, place: Place, city: string): Omit<CandidateFeatures, 'id' | 'apn'> {
  const kind = random.weighted(KINDS.map((each) => [each, each.share] as const));
  const [lowest, highest] = kind.coverage;
  const units = random.whole(kind.units[0], kind.units[1]);
  // Some lots are below the 10,000 square feet that a score asks for.
  const parcel_area = Math.round(random.skewed(kind.lot, 1.35));
  const isMeasured = !random.chance(0.04);
  const building_area = isMeasured ? Math.round(parcel_area * random.between(lowest, highest)) : null;
  const open_area = building_area === null ? null : parcel_area - building_area;
  const landPrice = random.skewed(city === 'Beverly Hills' ? 420 : 95, 1.3);
  const land_value = Math.round((parcel_area * landPrice) / 100) * 100;
  const building_value = Math.round((units * random.skewed(190_000, 1.3)) / 100) * 100;
  return {
    ...NOTHING_KNOWN,
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
    building_count: units < 5 ? random.whole(1, 2) : 1 + Math.floor(units / random.whole(8, 26)),
    potential_garages_count: random.chance(0.12)
      ? 0
      : random.chance(0.15)
        ? random.whole(1, 2)
        : 2 + Math.ceil(units / 3),
    year_built: Math.round(Math.min(2022, Math.max(1912, random.skewed(1962, 1.012)))),
    zoning_code: random.pick(kind.zoning),
    ios_property_type: kind.use,
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
