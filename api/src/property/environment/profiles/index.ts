import type { LayerKind } from '@landline/event-schemas';
import { normalizeColumnName } from '../../imports/mapping/profile.ts';
import type { LayerProfileName } from '../contract.ts';
import { FACILITY_FIELDS, type FacilityField } from '../fields.ts';
import { airports } from './airports.ts';
import { epaNei } from './epa-nei.ts';
import type { LayerProfile } from './profile.ts';
import { railTerminals } from './rail-terminals.ts';
import { superfund } from './superfund.ts';
import { utahInterchanges } from './utah-interchanges.ts';

/** Names that public files use for the columns of each field. */
const SYNONYMS: Partial<Record<FacilityField, readonly string[]>> = {
  facility_id: ['id', 'registry_id', 'epa_id', 'site_id', 'objectid', 'fld_ar_id', 'feature_id'],
  name: ['facility_name', 'site_name', 'station_name', 'title'],
  latitude: ['lat', 'y', 'latitude83'],
  longitude: ['lon', 'lng', 'long', 'x', 'longitude83'],
  site_address: ['address', 'street_address', 'location_address'],
  regulatory_status: ['site_status', 'case_status', 'program_status'],
  contamination_type: ['contaminant', 'contaminants', 'substance'],
  notification_date: ['release_date', 'report_date', 'date_reported'],
  closure_date: ['closed_date', 'date_closed', 'completed_date'],
  flood_zone: ['fld_zone', 'zone'],
  is_100_year_flood: ['sfha_tf', 'sfha', 'flood_100_year'],
  soil_contamination: ['contamination', 'contamination_level'],
  soil_drainage: ['drainage', 'drclassdcd', 'drainage_class'],
  geometry: ['geom'],
};

/** Profile of files from unknown sources; recognizes columns by their names. */
const generic: LayerProfile = {
  name: 'generic',
  signature: [],
  columns: Object.fromEntries(
    FACILITY_FIELDS.flatMap((field) =>
      [field, ...(SYNONYMS[field] ?? [])].map((name): [string, FacilityField] => [
        normalizeColumnName(name),
        field,
      ]),
    ),
  ),
};

const PROFILES: Readonly<Partial<Record<LayerKind, readonly LayerProfile[]>>> = {
  epa: [epaNei],
  npl: [superfund],
  interchange: [utahInterchanges],
  rail: [railTerminals],
  airport: [airports],
};

export function layerProfileNamed(name: LayerProfileName): LayerProfile {
  const profiles = Object.values(PROFILES).flat();
  return profiles.find((profile) => profile.name === name) ?? generic;
}

export function recognizeLayerProfile(columns: readonly string[], kind: LayerKind): LayerProfile {
  const names = new Set(columns.map(normalizeColumnName));
  return PROFILES[kind]?.find(({ signature }) => signature.every((name) => names.has(name))) ?? generic;
}
