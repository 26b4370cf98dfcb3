import {
  type DatasetStatus,
  type DatasetType,
  EVERYONE,
  type EventData,
  type PropertyType,
} from '@landline/event-schemas';
import { type Change, increment, type Projector, patch, put } from '../../projector.ts';
import { bigint, boolean, generated, integer, nullable, table, text, timestamp } from '../../table.ts';

export const dataset = table('dataset', {
  key: ['dataset_key'],
  columns: {
    dataset_key: text(),
    dataset_name: text(),
    dataset_type: text<DatasetType>(),
    property_type: text<PropertyType>(),
    state: nullable(text()),
    parent_dataset_key: nullable(text()),
    is_demo: boolean(),
    running_imports: integer(),
    /** True once its candidates have been scored for everyone. */
    scored: boolean(),
    status: generated(
      text<DatasetStatus>(),
      `CASE WHEN running_imports > 0 OR NOT scored THEN 'processing' ELSE 'active' END`,
    ),
    candidate_count: integer(),
    updated_at: timestamp(),
  },
});

export const datasetImport = table('dataset_import', {
  key: ['import_id'],
  columns: {
    import_id: text(),
    dataset_key: text(),
    file_name: text(),
    file_bytes: bigint(),
    format: text<EventData<'DatasetImportStarted'>['format']>(),
    profile: text(),
    status: text<'running' | 'completed' | 'failed' | 'cancelled'>(),
    bytes_read: bigint(),
    imported: integer(),
    rejected: integer(),
    reason: nullable(text()),
    started_at: timestamp(),
    finished_at: nullable(timestamp()),
  },
  indexes: { dataset_import_by_dataset: '(generation, dataset_key, started_at)' },
});

export const rejectedRow = table('rejected_row', {
  key: ['import_id', 'line'],
  columns: { import_id: text(), line: integer(), reason: text(), raw: text() },
});

function importEnded(
  data: { import_id: string; dataset_key: string },
  at: string,
  outcome: Parameters<typeof patch<typeof datasetImport>>[2],
): Change[] {
  const { import_id, dataset_key } = data;
  return [
    patch(datasetImport, { import_id }, { ...outcome, finished_at: at }),
    increment(dataset, { dataset_key }, { running_imports: -1 }),
    patch(dataset, { dataset_key }, { updated_at: at }),
  ];
}

export const datasets: Projector<'datasets'> = {
  name: 'datasets',
  version: 1,
  tables: [dataset, datasetImport, rejectedRow],
  on: {
    DatasetRegistered: ({ data, metadata }) =>
      put(dataset, {
        ...data,
        running_imports: 0,
        scored: false,
        candidate_count: 0,
        updated_at: metadata.at,
      }),
    DatasetImportStarted: ({ data, metadata }) => {
      const { import_id, dataset_key, file_name, format, profile } = data;
      return [
        put(datasetImport, {
          import_id,
          dataset_key,
          file_name,
          file_bytes: BigInt(data.file_bytes),
          format,
          profile,
          status: 'running',
          bytes_read: 0n,
          imported: 0,
          rejected: 0,
          reason: null,
          started_at: metadata.at,
          finished_at: null,
        }),
        increment(dataset, { dataset_key }, { running_imports: 1 }),
        patch(dataset, { dataset_key }, { updated_at: metadata.at }),
      ];
    },
    CandidatesImported: ({ data: { import_id, bytes_read, rows } }) => [
      patch(datasetImport, { import_id }, { bytes_read: BigInt(bytes_read) }),
      increment(datasetImport, { import_id }, { imported: rows.length }),
    ],
    CandidateRowsRejected: ({ data: { import_id, rows } }) => [
      ...rows.map((row) => put(rejectedRow, { import_id, ...row })),
      increment(datasetImport, { import_id }, { rejected: rows.length }),
    ],
    DatasetImportCompleted: ({ data, metadata }) => {
      const { imported, rejected } = data;
      return importEnded(data, metadata.at, { status: 'completed', imported, rejected });
    },
    DatasetImportFailed: ({ data, metadata }) =>
      importEnded(data, metadata.at, { status: 'failed', reason: data.reason }),
    DatasetImportCancelled: ({ data, metadata }) => importEnded(data, metadata.at, { status: 'cancelled' }),
    CandidatesRescored: ({ data: { dataset_key, scope, count }, metadata }) =>
      scope === EVERYONE
        ? patch(dataset, { dataset_key }, { scored: true, candidate_count: count, updated_at: metadata.at })
        : [],
  },
};
