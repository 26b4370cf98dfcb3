import type { Facility } from '@landline/event-schemas';
import { z } from 'zod';
import { readDegrees, readFlag, readNumber, readText } from '../imports/mapping/read-values.ts';

/** Readers of file values by facility field. `geometry` provides position and outline. */
export const FACILITY_READERS = {
  facility_id: readText,
  name: readText,
  latitude: readDegrees(90),
  longitude: readDegrees(180),
  source: readText,
  contamination_type: readText,
  regulatory_status: readText,
  risk_level: readText,
  site_address: readText,
  notification_date: readText,
  closure_date: readText,
  importance: readText,
  flood_zone: readText,
  is_100_year_flood: readFlag,
  soil_contamination: readText,
  soil_drainage: readText,
  status: readText,
  longest_runway_ft: readNumber,
  runways: readNumber,
  hard_surface: readNumber,
  geometry: (value: unknown): unknown => value ?? null,
} as const;
export type FacilityField = keyof typeof FACILITY_READERS;

/** A facility being built. */
export type FacilityDraft = { [F in FacilityField]: ReturnType<(typeof FACILITY_READERS)[F]> };

export const FACILITY_FIELDS = Object.keys(FACILITY_READERS) as FacilityField[];
export const facilityField = z.enum(FACILITY_FIELDS as [FacilityField, ...FacilityField[]]);

/** Fields that are copied from the draft unchanged. */
export const PLAIN_FIELDS = [
  'source',
  'contamination_type',
  'regulatory_status',
  'risk_level',
  'site_address',
  'notification_date',
  'closure_date',
  'importance',
  'flood_zone',
  'is_100_year_flood',
  'soil_contamination',
  'soil_drainage',
] as const satisfies readonly (FacilityField & keyof Facility)[];
