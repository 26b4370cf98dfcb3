import { derive, type Profile } from '../mapping/profile.ts';

/** Utah Land Information Records, with UGRC's column names or those of the housing unit inventory. */
export const utahLir: Profile = {
  name: 'utah-lir',
  signature: ['prop_class', 'house_cnt', 'bldg_sqft', 'built_yr', 'total_mkt_value', 'parcel_acres'],
  columns: {
    apn: 'apn',
    parcel_id: 'apn',
    situs_address: 'street_address',
    parcel_add: 'street_address',
    city: 'city',
    parcel_city: 'city',
    zip: 'zip_code',
    parcel_zip: 'zip_code',
    house_cnt: 'units',
    parcel_area_sqft: 'parcel_area',
    parcel_acres: 'parcel_acres',
    bldg_sqft: 'living_area',
    floors: 'stories',
    floors_cnt: 'stories',
    built_yr: 'year_built',
    total_mkt_value: 'market_value',
    land_mkt_value: 'land_value',
    prop_class: 'lot_use',
    latitude: 'latitude',
    longitude: 'longitude',
    geometry: 'geometry',
  },
  derived: [
    derive(
      'ios_property_type',
      "The housing inventory's subtype, or the property class.",
      (draft, cell) => (cell('subtype_wfrc') ?? draft.lot_use)?.replaceAll('_', ' ') ?? null,
    ),
    derive(
      'data_quality_flag',
      'merged_parcels if the row combines several parcels: areas and values are sums.',
      (_draft, cell) => (Number(cell('parcels_merged')) > 1 ? 'merged_parcels' : null),
    ),
  ],
};
