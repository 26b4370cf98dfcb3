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

const words = nullable(text());
const amount = nullable(double());
const facility = nullable(jsonb<Infrastructure>());

const features = {
  id: uuid(),
  apn: text(),
  street_address: words,
  city: words,
  zip_code: words,
  latitude: amount,
  longitude: amount,
  units: amount,
  parcel_area: amount,
  open_area: amount,
  open_ratio: amount,
  building_area: amount,
  building_area_source: nullable(text<NonNullable<CandidateFeatures['building_area_source']>>()),
  building_data_quality: words,
  data_quality_flag: words,
  building_count: amount,
  potential_garages_count: amount,
  year_built: amount,
  zoning_code: words,
  ios_property_type: words,
  lot_use: words,
  lot_shape: words,
  topography: words,
  owner_name: words,
  market_value: amount,
  land_value: amount,
  building_value: amount,
  taxable_value: amount,
  closest_interchange: facility,
  closest_rail_facility: facility,
  closest_airport_cargo: facility,
  closest_distribution_center: facility,
  ios_flood_zone: words,
  ios_is_100_year_flood: nullable(boolean()),
  ios_soil_contamination: words,
  ios_soil_drainage: words,
  ios_epa_facilities: nullable(jsonb<EpaFacility[]>()),
} satisfies { [F in CandidateField]: Column<CandidateFeatures[F]> };

/**
 * The API filters and sorts lists on columns in memory; row reads look up an id or scan a whole dataset. A
 * BRIN index limits that scan and costs an import nothing; each b-tree on a feature would slow an import
 * by 5%.
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
    const row: Record<string, unknown> = { ...UNKNOWN_FEATURES, ...origin };
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
