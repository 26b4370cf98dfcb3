import type { CandidateFeatures, Infrastructure } from '@landline/event-schemas';
import type { DerivationField, ImportField, InfrastructureField } from '../fields.ts';
import {
  readAmount,
  readDegrees,
  readFacilities,
  readFlag,
  readNumber,
  readText,
  readWord,
  readYear,
  ValueError,
} from './read-values.ts';

type DerivationInputs = Record<Exclude<DerivationField, 'geometry'>, number | null> & { geometry: unknown };
type InfrastructureColumns = {
  [F in `${InfrastructureField}_${'name' | 'importance'}`]: string | null;
} & { [F in `${InfrastructureField}_distance_meters`]: number | null };

/** A candidate being built: every field that a column can fill, null until filled. */
export type Draft = Omit<CandidateFeatures, 'id' | 'apn' | InfrastructureField> &
  InfrastructureColumns &
  DerivationInputs & { apn: string | null };

/** Readers that convert the values of a file, by field. */
export const READERS: { readonly [F in ImportField]: (value: unknown) => Draft[F] } = {
  apn: readText,
  street_address: readText,
  city: readText,
  zip_code: readText,
  latitude: readDegrees(90),
  longitude: readDegrees(180),
  units: readAmount,
  parcel_area: readAmount,
  open_area: readAmount,
  open_ratio: readAmount,
  building_area: readAmount,
  building_area_source: readWord(['estimated', 'county_adjusted'] as const),
  building_data_quality: readText,
  data_quality_flag: readText,
  building_count: readAmount,
  potential_garages_count: readAmount,
  year_built: readYear,
  zoning_code: readText,
  ios_property_type: readText,
  lot_use: readText,
  lot_shape: readText,
  topography: readText,
  owner_name: readText,
  // Values are negative where an abatement exceeds the assessment.
  market_value: readNumber,
  land_value: readNumber,
  building_value: readNumber,
  taxable_value: readNumber,
  closest_interchange_name: readText,
  closest_interchange_distance_meters: readAmount,
  closest_interchange_importance: readText,
  closest_rail_facility_name: readText,
  closest_rail_facility_distance_meters: readAmount,
  closest_rail_facility_importance: readText,
  closest_airport_cargo_name: readText,
  closest_airport_cargo_distance_meters: readAmount,
  closest_airport_cargo_importance: readText,
  closest_distribution_center_name: readText,
  closest_distribution_center_distance_meters: readAmount,
  closest_distribution_center_importance: readText,
  ios_flood_zone: readText,
  ios_is_100_year_flood: readFlag,
  ios_soil_contamination: readText,
  ios_soil_drainage: readText,
  ios_epa_facilities: readFacilities,
  parcel_acres: readAmount,
  living_area: readAmount,
  stories: readAmount,
  rect_fill: readAmount,
  compactness: readAmount,
  geometry: (value) => value ?? null,
};

const EMPTY = Object.fromEntries(Object.keys(READERS).map((field) => [field, null])) as unknown as Draft;

export function emptyDraft(): Draft {
  return { ...EMPTY };
}

/** Converts a finished draft. Throws a ValueError for values that contradict each other. */
export function toFeatures(draft: Draft & { apn: string }, id: string): CandidateFeatures {
  if ((draft.latitude === null) !== (draft.longitude === null)) {
    throw new ValueError('Has a latitude or a longitude, but not both');
  }
  return {
    id,
    apn: draft.apn,
    street_address: draft.street_address,
    city: draft.city,
    zip_code: draft.zip_code,
    latitude: draft.latitude,
    longitude: draft.longitude,
    units: draft.units,
    parcel_area: draft.parcel_area,
    open_area: draft.open_area,
    open_ratio: draft.open_ratio,
    building_area: draft.building_area,
    building_area_source: draft.building_area_source,
    building_data_quality: draft.building_data_quality,
    data_quality_flag: draft.data_quality_flag,
    building_count: draft.building_count,
    potential_garages_count: draft.potential_garages_count,
    year_built: draft.year_built,
    zoning_code: draft.zoning_code,
    ios_property_type: draft.ios_property_type,
    lot_use: draft.lot_use,
    lot_shape: draft.lot_shape,
    topography: draft.topography,
    owner_name: draft.owner_name,
    market_value: draft.market_value,
    land_value: draft.land_value,
    building_value: draft.building_value,
    taxable_value: draft.taxable_value,
    closest_interchange: nearest(draft, 'closest_interchange'),
    closest_rail_facility: nearest(draft, 'closest_rail_facility'),
    closest_airport_cargo: nearest(draft, 'closest_airport_cargo'),
    closest_distribution_center: nearest(draft, 'closest_distribution_center'),
    ios_flood_zone: draft.ios_flood_zone,
    ios_is_100_year_flood: draft.ios_is_100_year_flood,
    ios_soil_contamination: draft.ios_soil_contamination,
    ios_soil_drainage: draft.ios_soil_drainage,
    ios_epa_facilities: draft.ios_epa_facilities,
  };
}

/** Returns the nearest facility of a kind; null without a distance. The name is optional. */
function nearest(draft: Draft, field: InfrastructureField): Infrastructure | null {
  const distance_meters = draft[`${field}_distance_meters`];
  if (distance_meters === null) return null;
  return { name: draft[`${field}_name`] ?? '', distance_meters, importance: draft[`${field}_importance`] };
}
