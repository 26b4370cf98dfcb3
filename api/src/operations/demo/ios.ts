import {
  type CandidateFeatures,
  type EpaFacility,
  SQFT_PER_ACRE,
  UNKNOWN_FEATURES,
} from '@landline/event-schemas';
import {
  CARGO_AIRPORTS,
  DISTRIBUTION_CENTERS,
  INTERCHANGES,
  nearestOf,
  type Place,
  RAIL_FACILITIES,
} from './places.ts';
import type { Random } from './random.ts';

/** Kinds of development with their share, use, and lot coverage. */
const KINDS = [
  { share: 34, type: 'Storage yard', use: 'industrial', coverage: [0.04, 0.28] },
  { share: 22, type: 'Warehouse', use: 'industrial', coverage: [0.15, 0.5] },
  { share: 12, type: 'Truck terminal', use: 'industrial', coverage: [0.1, 0.27] },
  { share: 12, type: 'Manufacturing', use: 'industrial', coverage: [0.15, 0.45] },
  { share: 9, type: 'Office', use: 'commercial', coverage: [0.18, 0.4] },
  { share: 5, type: 'Vacant land', use: 'industrial', coverage: [0, 0.04] },
  { share: 3, type: 'Single family', use: 'residential', coverage: [0.03, 0.2] },
  { share: 2, type: 'Farm', use: 'agricultural', coverage: [0.01, 0.06] },
  { share: 1, type: 'Government', use: 'public', coverage: [0.1, 0.4] },
] as const;

const FACILITY_NAMES = [
  'Transfer',
  'Fuel Stop',
  'Plating',
  'Auto Salvage',
  'Paint',
  'Tannery',
  'Depot',
] as const;
const OWNERS = [
  'Granite',
  'Copper',
  'Juniper',
  'Sego',
  'Bonneville',
  'Cottonwood',
  'Seagull',
  'Oquirrh',
] as const;

/** Generates an industrial parcel with its environment. */
export function iosFeatures(
  random: Random,
  place: Place,
  city: string,
): Omit<CandidateFeatures, 'id' | 'apn'> {
  const kind = random.weighted(KINDS.map((each) => [each, each.share] as const));
  const [lowest, highest] = kind.coverage;
  const acres = Math.min(320, random.logNormal(6.5, 2.1));
  const parcel_area = Math.round(acres * SQFT_PER_ACRE);
  const building_area = Math.round(parcel_area * random.between(lowest, highest));
  const open_area = parcel_area - building_area;
  const land_value = Math.round((parcel_area * random.logNormal(11, 1.3)) / 100) * 100;
  const building_value = Math.round((building_area * random.logNormal(75, 1.3)) / 100) * 100;
  const inFloodZone = random.chance(0.1);
  return {
    ...UNKNOWN_FEATURES,
    ...place,
    city,
    parcel_area,
    open_area,
    open_ratio: Math.round((open_area / parcel_area) * 10_000) / 10_000,
    building_area,
    building_area_source: random.chance(0.75) ? 'county_adjusted' : 'estimated',
    building_count: building_area === 0 ? 0 : random.integer(1, 5),
    year_built:
      building_area === 0 ? null : Math.round(Math.min(2023, Math.max(1925, random.logNormal(1983, 1.009)))),
    zoning_code: random.weighted([
      ['M-1', 52],
      ['M-2', 24],
      ['IP-M-1', 6],
      ['C-2', 8],
      ['AG', 4],
      ['R-1', 3],
      ['PL', 3],
    ]),
    // Some parcels lack the assessor's type and are not scored.
    ios_property_type: random.chance(0.03) ? null : kind.type,
    lot_use: kind.use,
    lot_shape: random.weighted([
      ['regular', 72],
      ['irregular', 22],
      ['highly irregular', 6],
    ]),
    topography: random.weighted([
      ['level', 80],
      ['gentle', 14],
      ['sloped', 5],
      ['steep', 1],
    ]),
    owner_name: `${random.pick(OWNERS)} ${random.pick(['Land', 'Storage', 'Holdings', 'Yards'])} ${random.integer(1, 60)} LLC`,
    market_value: land_value + building_value,
    land_value,
    building_value,
    taxable_value: land_value + building_value,
    closest_interchange: nearestOf(INTERCHANGES, place),
    closest_rail_facility: nearestOf(RAIL_FACILITIES, place),
    closest_airport_cargo: nearestOf(CARGO_AIRPORTS, place),
    closest_distribution_center: nearestOf(DISTRIBUTION_CENTERS, place),
    ios_flood_zone: inFloodZone ? random.pick(['A', 'AE', 'AO']) : 'X',
    ios_is_100_year_flood: inFloodZone,
    ios_soil_contamination: random.weighted([
      ['low', 78],
      ['moderate', 17],
      ['high', 5],
    ]),
    ios_soil_drainage: random.pick(['well drained', 'moderately well drained', 'poorly drained']),
    ios_epa_facilities: Array.from({ length: facilityCount(random) }, () => facility(random)),
  };
}

const facilityCount = (random: Random): number =>
  random.weighted([
    [0, 48],
    [1, 28],
    [2, 14],
    [3, 7],
    [5, 3],
  ]);

function facility(random: Random): EpaFacility {
  const source = random.weighted([
    ['UST', 26],
    ['RCRA', 20],
    ['Air permit', 16],
    ['Water discharge', 12],
    ['LUST', 10],
    ['TRI', 8],
    ['Air emissions', 4],
    ['Brownfield', 3],
    ['Superfund', 1],
  ]);
  const isTank = source === 'UST' || source === 'LUST';
  const distance_feet = Math.round(random.between(20, 5_200));
  return {
    site_name: `${random.pick(OWNERS)} ${random.pick(FACILITY_NAMES)}`,
    source,
    contamination_type: isTank ? 'petroleum' : null,
    regulatory_status: random.pick(['active', 'closed', 'monitored']),
    distance_feet,
    is_onsite: distance_feet <= (isTank ? 300 : 492),
    risk_level: random.pick(['low', 'moderate', 'high']),
  };
}
