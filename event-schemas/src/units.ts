/** Square feet per acre (spec 000 §9). */
export const SQFT_PER_ACRE = 43_560;
export const FEET_PER_METER = 3.28084;
export const METERS_PER_MILE = 1_609.34;
