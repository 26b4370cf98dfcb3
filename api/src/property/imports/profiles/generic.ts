import { IMPORT_FIELDS, type ImportField } from '../fields.ts';
import { normalizeColumnName, type Profile } from '../mapping/profile.ts';

/** Column names that public files use for each field, most reliable first. Landline's own name precedes them. */
const SYNONYMS: Partial<Record<ImportField, string>> = {
  apn: 'parcel_id parcelid parcel_number parcel_no parcel_num parcel_nb parcelnumb parcel ain apn_number assessor_parcel_number assessors_parcel_number assessor_id folio pin parcelno',
  street_address:
    'address situs_address site_address property_address situs parcel_add situsfulladdress full_address location siteaddress saddr',
  city: 'situs_city site_city property_city parcel_city municipality town place scity',
  zip_code: 'zip zipcode situs_zip site_zip property_zip parcel_zip postal_code szip',
  latitude: 'lat centroid_lat center_lat y_lat',
  longitude: 'lon lng long centroid_lon center_lon x_lon',
  units: 'unit_count house_cnt num_units number_of_units dwelling_units units_est numunits',
  parcel_area:
    'parcel_area_sqft lot_area_sqft lot_sqft lotsizesquarefeet lot_size_square_feet lot_size_sqft land_sqft total_lot_sqft parcel_sqft sqft_lot ll_gissqft',
  parcel_acres: 'acres lot_acres acreage gis_acres lot_size_acres ll_gisacre calc_acres',
  open_area: 'open_space_sqft open_area_sqft',
  open_ratio: 'open_space_ratio',
  building_area: 'building_footprint footprint_sqft building_area_sqft bldg_footprint_sqft',
  living_area: 'living_area_sqft bldg_sqft building_sqft sqft_living living_sqft total_living_area',
  stories: 'floors floors_cnt number_of_stories num_stories numstories num_floors',
  building_count: 'num_buildings number_of_buildings bldg_count ll_bldg_count',
  potential_garages_count: 'garages garage_count num_garages',
  year_built: 'built_yr yearbuilt yr_built built effective_year_built',
  zoning_code: 'zoning zone zone_code zoning_type',
  ios_property_type: 'property_type prop_type property_class prop_class class use_description',
  lot_use: 'land_use use_group existing_use landuse usedesc use_type',
  owner_name: 'owner owner1 owner_1 owner_organization ownername',
  market_value: 'total_mkt_value total_value assessed_value parval total_market_value',
  land_value: 'land_mkt_value landval assessed_land_value',
  building_value: 'improvement_value improvval bldg_value assessed_building_value',
  taxable_value: 'total_taxable_value tax_value net_taxable_value',
  ios_flood_zone: 'flood_zone fema_flood_zone fld_zone',
  geometry: 'geom',
};

/** Profile for files of unknown origin; recognizes columns by name. */
export const generic: Profile = {
  name: 'generic',
  signature: [],
  columns: Object.fromEntries(
    IMPORT_FIELDS.flatMap((field) =>
      [field, ...(SYNONYMS[field]?.split(' ') ?? [])].map((name): [string, ImportField] => [
        normalizeColumnName(name),
        field,
      ]),
    ),
  ),
};
