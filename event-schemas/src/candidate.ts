import { z } from 'zod';

const text = z.string().nullable();
const amount = z.number().nullable();

/** The nearest facility of a kind; `importance: "critical"` counts as a hub (spec 001 §3). */
const infrastructure = z.object({
  name: z.string(),
  distance_meters: z.number().nonnegative(),
  importance: z.string().nullable(),
  /** The layer it comes from; absent when it was in the parcels' file. */
  layer_id: z.string().optional(),
});
export type Infrastructure = z.infer<typeof infrastructure>;

/** A regulated site near a parcel (spec 001 §3). `source` is one of the scoring model's environmental sources. */
export const epaFacility = z.object({
  site_name: z.string(),
  source: z.string(),
  contamination_type: text,
  regulatory_status: text,
  distance_feet: z.number().nonnegative(),
  is_onsite: z.boolean(),
  risk_level: text,
  /** The layer it comes from. This field and the next three are absent when it was in the parcels' file. */
  layer_id: z.string().optional(),
  site_address: text.optional(),
  notification_date: text.optional(),
  closure_date: text.optional(),
});
export type EpaFacility = z.infer<typeof epaFacility>;

/**
 * A parcel as imported: facts only, never a score. Areas in square feet, money in US dollars, coordinates WGS
 * 84. `null` means that the source has no value (spec 001 §3).
 */
export const candidateFeatures = z.object({
  id: z.uuid(),
  apn: z.string().min(1),
  street_address: text,
  city: text,
  zip_code: text,
  latitude: amount,
  longitude: amount,
  units: amount,
  parcel_area: amount,
  open_area: amount,
  open_ratio: amount,
  building_area: amount,
  building_area_source: z.enum(['estimated', 'county_adjusted']).nullable(),
  building_data_quality: text,
  data_quality_flag: text,
  building_count: amount,
  potential_garages_count: amount,
  year_built: amount,
  zoning_code: text,
  /** The assessor's property type, as text or a numeric code (spec 001 §9). */
  ios_property_type: text,
  lot_use: text,
  lot_shape: text,
  topography: text,
  owner_name: text,
  market_value: amount,
  land_value: amount,
  building_value: amount,
  taxable_value: amount,
  closest_interchange: infrastructure.nullable(),
  closest_rail_facility: infrastructure.nullable(),
  closest_airport_cargo: infrastructure.nullable(),
  closest_distribution_center: infrastructure.nullable(),
  ios_flood_zone: text,
  ios_is_100_year_flood: z.boolean().nullable(),
  ios_soil_contamination: text,
  ios_soil_drainage: text,
  ios_epa_facilities: z.array(epaFacility).nullable(),
});
export type CandidateFeatures = z.infer<typeof candidateFeatures>;
export type CandidateField = keyof CandidateFeatures;

/** Order of the values in a complete `CandidatesImported` row. */
export const CANDIDATE_FIELDS = Object.keys(candidateFeatures.shape) as CandidateField[];

/** Features of a candidate without known facts; id and parcel number are always known and not included. */
export const UNKNOWN_FEATURES = Object.fromEntries(
  CANDIDATE_FIELDS.filter((field) => field !== 'id' && field !== 'apn').map((field) => [field, null]),
) as { [Field in Exclude<CandidateField, 'id' | 'apn'>]: null };
