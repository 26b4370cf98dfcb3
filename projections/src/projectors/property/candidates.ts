import {
  type CandidateFeatures,
  type CandidateField,
  type EpaFacility,
  type Infrastructure,
  type PropertyType,
  type RecordedEvent,
  UNKNOWN_FEATURES,
} from '@landline/event-schemas';
import { type Projector, put } from '../../projector.ts';
import {
  bigint,
  boolean,
  type Column,
  double,
  jsonb,
  nullable,
  table,
  text,
  timestamp,
  uuid,
  type WrittenRow,
} from '../../table.ts';

const optionalText = nullable(text());
const optionalNumber = nullable(double());
const optionalFacility = nullable(jsonb<Infrastructure>());

const features = {
  id: uuid(),
  apn: text(),
  street_address: optionalText,
  city: optionalText,
  zip_code: optionalText,
  latitude: optionalNumber,
  longitude: optionalNumber,
  units: optionalNumber,
  parcel_area: optionalNumber,
  open_area: optionalNumber,
  open_ratio: optionalNumber,
  building_area: optionalNumber,
  building_area_source: nullable(text<NonNullable<CandidateFeatures['building_area_source']>>()),
  building_data_quality: optionalText,
  data_quality_flag: optionalText,
  building_count: optionalNumber,
  potential_garages_count: optionalNumber,
  year_built: optionalNumber,
  zoning_code: optionalText,
  ios_property_type: optionalText,
  lot_use: optionalText,
  lot_shape: optionalText,
  topography: optionalText,
  owner_name: optionalText,
  market_value: optionalNumber,
  land_value: optionalNumber,
  building_value: optionalNumber,
  taxable_value: optionalNumber,
  closest_interchange: optionalFacility,
  closest_rail_facility: optionalFacility,
  closest_airport_cargo: optionalFacility,
  closest_distribution_center: optionalFacility,
  ios_flood_zone: optionalText,
  ios_is_100_year_flood: nullable(boolean()),
  ios_soil_contamination: optionalText,
  ios_soil_drainage: optionalText,
  ios_epa_facilities: nullable(jsonb<EpaFacility[]>()),
} satisfies { [F in CandidateField]: Column<CandidateFeatures[F]> };

/**
 * Queries look up an id or scan a whole dataset, because the API filters and sorts lists on columns in memory. A BRIN
 * index limits that scan and costs an import nothing; each B-tree on a feature would slow an import by 5%.
 */
export const candidate = table('candidate', {
  key: ['id'],
  columns: {
    ...features,
    dataset_key: text(),
    property_type: text<PropertyType>(),
    import_id: text(),
    imported_at: timestamp(),
    /** Time of the parcel's first import in milliseconds since 1970; later imports keep it. */
    first_imported_at: double(),
  },
  kept: ['first_imported_at'],
  indexes: {
    candidate_by_dataset: `USING brin (dataset_key text_bloom_ops(n_distinct_per_range = 16)) WITH (pages_per_range = 32, autosummarize = on)`,
  },
  retiredIndexes: [
    'candidate_by_open_area',
    'candidate_by_open_ratio',
    'candidate_by_parcel_area',
    'candidate_adu_by_open_area',
    'candidate_ios_by_open_ratio',
    'candidate_by_street_address',
  ],
});

/** Position of the last change to a dataset's candidates; cached copies are reloaded when it moves. */
const candidateVersion = table('candidate_version', {
  key: ['dataset_key'],
  columns: { dataset_key: text(), position: bigint() },
});

function importedRows({ data, metadata }: RecordedEvent<'CandidatesImported'>) {
  const { dataset_key, property_type, import_id, columns, rows, owners } = data;
  const imported_at = metadata.at;
  const first_imported_at = Date.parse(imported_at);
  const origin = { dataset_key, property_type, import_id, imported_at, first_imported_at };
  const imported = rows.map((values) => {
    // All fields from the start: an object that grows by computed names becomes a hash table, slower and larger.
    const row: Record<string, unknown> = { id: null, apn: null, ...UNKNOWN_FEATURES, ...origin };
    for (let index = 0; index < columns.length; index++) row[columns[index] as string] = values[index];
    return row;
  });
  for (const { index, owner_name } of owners) {
    const row = imported[index];
    if (row) row.owner_name = owner_name;
  }
  // The importer writes rows in the types of `candidateFeatures`; PostgreSQL rejects others, and the event
  // is parked.
  return imported as unknown as WrittenRow<typeof candidate>[];
}

export const candidates: Projector<'candidates'> = {
  name: 'candidates',
  version: 2,
  tables: [candidate, candidateVersion],
  on: {
    CandidatesImported: (event) => [
      ...importedRows(event).map((row) => put(candidate, row)),
      put(candidateVersion, { dataset_key: event.data.dataset_key, position: event.position }),
    ],
  },
};
