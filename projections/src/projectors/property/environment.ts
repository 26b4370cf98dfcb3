import {
  type Assessment,
  assessmentsOf,
  type EventData,
  type Facility,
  type LayerKind,
} from '@landline/event-schemas';
import { idPrefix } from '@landline/event-schemas/candidate-id';
import { increment, type Projector, patch, put, sql } from '../../projector.ts';
import {
  bigint,
  boolean,
  double,
  integer,
  integerArray,
  jsonb,
  nullable,
  table,
  text,
  timestamp,
  uuid,
} from '../../table.ts';
import { occurrence, occurrenceOf } from './history.ts';

export const environmentLayer = table('environment_layer', {
  key: ['layer_id'],
  columns: {
    layer_id: text(),
    kind: text<LayerKind>(),
    name: text(),
    source: text(),
    source_date: text(),
    licence: nullable(text()),
    note: nullable(text()),
    is_made_up: boolean(),
    coverage_miles: nullable(double()),
    file_name: text(),
    file_bytes: bigint(),
    file_hash: text(),
    format: text<EventData<'EnvironmentLayerRegistered'>['format']>(),
    profile: text(),
    status: text<'running' | 'completed' | 'failed' | 'removed'>(),
    bytes_read: bigint(),
    imported: integer(),
    rejected: integer(),
    reason: nullable(text()),
    registered_at: timestamp(),
    finished_at: nullable(timestamp()),
  },
});

export const environmentFacility = table('environment_facility', {
  key: ['layer_id', 'facility_id'],
  columns: { layer_id: text(), facility_id: text(), facility: jsonb<Facility>() },
});

export const environmentRejectedRow = table('environment_rejected_row', {
  key: ['layer_id', 'line'],
  columns: { layer_id: text(), line: integer(), reason: text(), raw: text() },
});

/** Latest assessment of each candidate against the layers. */
export const candidateAssessment = table('candidate_assessment', {
  key: ['candidate_id'],
  columns: {
    candidate_id: uuid(),
    dataset_key: text(),
    import_id: text(),
    fingerprint: double(),
    assessment: jsonb<Assessment>(),
    assessed_at: timestamp(),
  },
});

/** Progress of assessing a dataset's candidates against the layers, and the result of the last run. */
export const environmentAssessment = table('environment_assessment', {
  key: ['dataset_key'],
  columns: {
    dataset_key: text(),
    status: text<'running' | 'completed'>(),
    candidates: integer(),
    looked_at: integer(),
    changed: integer(),
    milliseconds: nullable(integer()),
    started_at: timestamp(),
    finished_at: nullable(timestamp()),
  },
});

/** Commit positions of assessments. `ids` are prefixes of candidate ids, which a few other candidates may share. */
export const assessedChunk = table('assessed_chunk', {
  key: ['dataset_key', 'revision'],
  columns: {
    dataset_key: text(),
    revision: bigint(),
    ids: integerArray(),
    ...occurrence,
  },
});

const deleteRows = (layerId: string) => [
  sql('DELETE FROM read.environment_facility WHERE generation = $1 AND layer_id = $2', layerId),
  sql('DELETE FROM read.environment_rejected_row WHERE generation = $1 AND layer_id = $2', layerId),
];

export const environment: Projector<'environment'> = {
  name: 'environment',
  version: 2,
  tables: [
    environmentLayer,
    environmentFacility,
    environmentRejectedRow,
    candidateAssessment,
    environmentAssessment,
    assessedChunk,
  ],
  on: {
    EnvironmentLayerRegistered: ({ data: { mapping, file_bytes, ...layer }, metadata }) =>
      put(environmentLayer, {
        ...layer,
        file_bytes: BigInt(file_bytes),
        status: 'running',
        bytes_read: 0n,
        imported: 0,
        rejected: 0,
        reason: null,
        registered_at: metadata.at,
        finished_at: null,
      }),
    FacilitiesImported: ({ data: { layer_id, facilities, bytes_read } }) => [
      ...facilities.map((facility) =>
        put(environmentFacility, { layer_id, facility_id: facility.facility_id, facility }),
      ),
      patch(environmentLayer, { layer_id }, { bytes_read: BigInt(bytes_read) }),
      increment(environmentLayer, { layer_id }, { imported: facilities.length }),
    ],
    FacilityRowsRejected: ({ data: { layer_id, rows } }) => [
      ...rows.map((row) => put(environmentRejectedRow, { layer_id, ...row })),
      increment(environmentLayer, { layer_id }, { rejected: rows.length }),
    ],
    EnvironmentLayerCompleted: ({ data: { layer_id, imported, rejected }, metadata }) =>
      patch(
        environmentLayer,
        { layer_id },
        { status: 'completed', imported, rejected, finished_at: metadata.at },
      ),
    EnvironmentLayerFailed: ({ data: { layer_id, reason }, metadata }) =>
      patch(environmentLayer, { layer_id }, { status: 'failed', reason, finished_at: metadata.at }),
    EnvironmentLayerRemoved: ({ data: { layer_id } }) => [
      patch(environmentLayer, { layer_id }, { status: 'removed' }),
      ...deleteRows(layer_id),
    ],
    EnvironmentAssessmentStarted: ({ data: { dataset_key, candidates }, metadata }) =>
      put(environmentAssessment, {
        dataset_key,
        status: 'running',
        candidates,
        looked_at: 0,
        changed: 0,
        milliseconds: null,
        started_at: metadata.at,
        finished_at: null,
      }),
    CandidatesAssessed: (event) => {
      const { data, revision, metadata } = event;
      const { dataset_key, looked_at, rows } = data;
      return [
        ...assessmentsOf(data).map((assessment) =>
          put(candidateAssessment, {
            candidate_id: assessment.candidate_id,
            dataset_key,
            import_id: assessment.import_id,
            fingerprint: assessment.fingerprint,
            assessment,
            assessed_at: metadata.at,
          }),
        ),
        put(assessedChunk, {
          dataset_key,
          revision,
          ids: rows.map(([candidateId]) => idPrefix(candidateId)),
          ...occurrenceOf(event),
        }),
        patch(environmentAssessment, { dataset_key }, { looked_at }),
        increment(environmentAssessment, { dataset_key }, { changed: rows.length }),
      ];
    },
    EnvironmentAssessmentCompleted: ({ data, metadata }) => {
      const { dataset_key, candidates, milliseconds } = data;
      return patch(
        environmentAssessment,
        { dataset_key },
        { status: 'completed', candidates, looked_at: candidates, milliseconds, finished_at: metadata.at },
      );
    },
  },
};
