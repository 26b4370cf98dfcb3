import { derive, type Profile } from '../mapping/profile.ts';

const RESIDENTIAL = new Set([
  'single_family',
  'two_family',
  'three_family',
  'condo',
  'mobile_home',
  'multi_house',
  'apartment_4_8',
  'apartment_8plus',
  'vacant_res',
]);
const COMMERCIAL = new Set(['store', 'office', 'vacant_commercial']);
const INDUSTRIAL = new Set(['warehouse', 'industrial_warehouse', 'factory', 'vacant_industrial']);

/** Property types of the scoring tables by `use_group` (spec 001 §9). */
const PROPERTY_TYPES: Readonly<Record<string, string>> = {
  single_family: 'single family',
  two_family: 'multi-family',
  three_family: 'multi-family',
  multi_house: 'multi-family',
  apartment_4_8: 'multi-family',
  apartment_8plus: 'multi-family',
  store: 'retail',
  industrial_warehouse: 'warehouse',
  factory: 'manufacturing',
};

/** Assessor roll of Lebanon, New Hampshire (parcels.csv of lebanon-property-tax-map). */
export const lebanonNh: Profile = {
  name: 'lebanon-nh',
  signature: ['apn', 'use_code', 'lot_acres', 'living_area_sqft', 'effective_area_sqft', 'outbuilding_value'],
  columns: {
    apn: 'apn',
    situs_address: 'street_address',
    city: 'city',
    zoning: 'zoning_code',
    lot_acres: 'parcel_acres',
    living_area_sqft: 'living_area',
    stories: 'stories',
    year_built: 'year_built',
    land_value: 'land_value',
    building_value: 'building_value',
    total_value: 'market_value',
    owner_organization: 'owner_name',
    latitude: 'latitude',
    longitude: 'longitude',
    units_est: 'units',
  },
  derived: [
    derive(
      'parcel_area',
      'parcel_area_sqft; 0 means that the unit has no lot of its own (condominiums, mobile homes in a park), so the area is unknown.',
      (_draft, cell) => Number(cell('parcel_area_sqft')) || null,
    ),
    derive(
      'building_area',
      '0 if there is no living area and the building is assessed at $0: the lot is vacant.',
      ({ living_area, building_value }) => (!living_area && building_value === 0 ? 0 : null),
    ),
    derive('lot_use', 'Residential, commercial or industrial, from use_group.', (_draft, cell) => {
      const group = cell('use_group') ?? '';
      if (RESIDENTIAL.has(group)) return 'residential';
      if (COMMERCIAL.has(group)) return 'commercial';
      return INDUSTRIAL.has(group) ? 'industrial' : null;
    }),
    derive('ios_property_type', 'use_group as named in the scoring tables.', (_draft, cell) => {
      const group = cell('use_group');
      return group === null ? null : (PROPERTY_TYPES[group] ?? group.replaceAll('_', ' '));
    }),
  ],
};
