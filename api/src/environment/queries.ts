import {
  type Assessment,
  type Facility,
  type LayerKind,
  environmentLayer as layerSchema,
} from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { DomainError } from '../errors.ts';
import { type RejectedRows, rejectedRows } from '../imports/rejected-rows.ts';
import { liveGeneration } from '../live-generation.ts';
import {
  type CandidateEnvironment,
  type DatasetAssessment,
  datasetAssessment,
  type LayerStatus,
  layerProfileName,
  layerStatus,
} from './contract.ts';
import { findLayerUpload, type LayerUpload } from './layer-uploads.ts';

const LIVE = liveGeneration('environment');

const storedLayer = layerStatus
  .omit({ next_chunk: true, bytes_received: true, registered_at: true, finished_at: true, profile: true })
  .extend({ registered_at: z.number(), finished_at: z.number().nullable(), profile: z.string() });

const LAYER = sql.fragment`
  layer_id, kind, name, source, source_date, licence, note, is_made_up, coverage_miles, file_name,
  file_bytes::float8 AS file_bytes, format, profile, status, bytes_read::float8 AS bytes_read, imported, rejected,
  reason, registered_at, finished_at
`;
const time = (milliseconds: number) => new Date(milliseconds).toISOString();

function fromReadModel({
  registered_at,
  finished_at,
  profile,
  ...row
}: z.infer<typeof storedLayer>): LayerStatus {
  return {
    ...row,
    profile: layerProfileName.catch('generic').parse(profile),
    next_chunk: 0,
    bytes_received: row.file_bytes,
    registered_at: time(registered_at),
    finished_at: finished_at === null ? null : time(finished_at),
  };
}

function fromUpload({ layer: { mapping, ...layer }, started, ...upload }: LayerUpload): LayerStatus {
  return {
    ...layer,
    ...upload,
    status: started ? 'running' : 'uploading',
    bytes_read: 0,
    imported: 0,
    rejected: 0,
    reason: null,
    registered_at: null,
    finished_at: null,
  };
}

/** A layer as it stands: its upload, and from its registration on what became of it. Throws `LAYER_UNKNOWN`. */
export async function layerOf(db: CommonQueryMethods, id: string): Promise<LayerStatus> {
  const row = await db.maybeOne(sql.type(storedLayer)`
    SELECT ${LAYER} FROM read.environment_layer WHERE generation = ${LIVE} AND layer_id = ${id}
  `);
  if (row) return fromReadModel(row);
  const upload = await findLayerUpload(db, id);
  if (upload) return fromUpload(upload);
  throw new DomainError('not_found', 'LAYER_UNKNOWN', 'The requested resource was not found.');
}

/** All layers that were not removed, by kind and the newest first. */
export async function listLayers(db: CommonQueryMethods): Promise<LayerStatus[]> {
  const rows = await db.any(sql.type(storedLayer)`
    SELECT ${LAYER} FROM read.environment_layer WHERE generation = ${LIVE} AND status <> 'removed'
    ORDER BY kind, registered_at DESC
  `);
  return rows.map(fromReadModel);
}

const layerId = z.object({ layer_id: z.string() });

/** Whole layers of this kind and name besides this one, which they make way for. */
export async function olderLayers(
  db: CommonQueryMethods,
  id: string,
  { kind, name }: { kind: LayerKind; name: string },
): Promise<string[]> {
  const rows = await db.any(sql.type(layerId)`
    SELECT layer_id FROM read.environment_layer
    WHERE generation = ${LIVE} AND kind = ${kind} AND name = ${name} AND status = 'completed' AND layer_id <> ${id}
  `);
  return rows.map((row) => row.layer_id);
}

/** The whole layer that was made of this very file, with the same name and date; undefined when there is none. */
export async function sameLayer(
  db: CommonQueryMethods,
  { kind, name, source_date }: { kind: LayerKind; name: string; source_date: string },
  fileHash: string,
): Promise<string | undefined> {
  const row = await db.maybeOne(sql.type(layerId)`
    SELECT layer_id FROM read.environment_layer
    WHERE generation = ${LIVE} AND kind = ${kind} AND name = ${name} AND source_date = ${source_date}
      AND file_hash = ${fileHash} AND status = 'completed'
    LIMIT 1
  `);
  return row?.layer_id;
}

const storedAssessment = datasetAssessment.extend({
  started_at: z.number(),
  finished_at: z.number().nullable(),
});

/** How far each dataset is joined with the layers. */
export async function listAssessments(db: CommonQueryMethods): Promise<DatasetAssessment[]> {
  const rows = await db.any(sql.type(storedAssessment)`
    SELECT a.dataset_key, d.dataset_name, a.status, a.candidates, a.looked_at, a.changed, a.started_at, a.finished_at
    FROM read.environment_assessment a
    JOIN read.dataset d ON d.generation = ${liveGeneration('datasets')}
      AND d.dataset_key = a.dataset_key
    WHERE a.generation = ${LIVE}
    ORDER BY d.dataset_name
  `);
  return rows.map((row) => ({
    ...row,
    started_at: time(row.started_at),
    finished_at: row.finished_at === null ? null : time(row.finished_at),
  }));
}

export const rejectedOf = (db: CommonQueryMethods, id: string): RejectedRows =>
  rejectedRows(
    db,
    sql.fragment`read.environment_rejected_row WHERE generation = ${LIVE} AND layer_id = ${id}`,
  );

const storedFacility = z.object({ facility: z.custom<Facility>() }); // checked when it was imported

/** The whole layers there are. */
export async function completedLayers(db: CommonQueryMethods) {
  return db.any(sql.type(layerSchema)`
    SELECT layer_id, kind, name, source, source_date, licence, note, is_made_up, coverage_miles
    FROM read.environment_layer WHERE generation = ${LIVE} AND status = 'completed' ORDER BY layer_id
  `);
}

export async function facilitiesOf(db: CommonQueryMethods, id: string): Promise<Facility[]> {
  const rows = await db.any(sql.type(storedFacility)`
    SELECT facility FROM read.environment_facility WHERE generation = ${LIVE} AND layer_id = ${id} ORDER BY facility_id
  `);
  return rows.map(({ facility }) => facility);
}

const stored = z.object({
  assessment: z.custom<Assessment>(), // written by the projector from a checked event
  assessed_at: z.number(),
});

/** What layers say about a candidate, and which they are; undefined when they say nothing. */
export async function assessmentOf(
  db: CommonQueryMethods,
  candidateId: string,
): Promise<{ assessment: Assessment; environment: CandidateEnvironment } | undefined> {
  const found = await db.maybeOne(sql.type(stored)`
    SELECT assessment, assessed_at FROM read.candidate_assessment
    WHERE generation = ${LIVE} AND candidate_id = ${candidateId}
  `);
  if (!found) return undefined;
  const { assessment, assessed_at } = found;
  const { consulted, flood_layer, soil_layer } = assessment;
  const ids = new Set([
    ...consulted,
    ...[flood_layer, soil_layer].flatMap((id) => id ?? []),
    ...PLACES.flatMap((field) => assessment[field]?.layer_id ?? []),
  ]);
  const layers = await db.any(sql.type(layerSchema)`
    SELECT layer_id, kind, name, source, source_date, licence, note, is_made_up, coverage_miles
    FROM read.environment_layer WHERE generation = ${LIVE} AND layer_id = ANY(${sql.array([...ids], 'text')})
    ORDER BY kind, name
  `);
  const environment = {
    assessed_at: time(assessed_at),
    consulted: [...consulted],
    flood_layer,
    soil_layer,
    layers: [...layers],
  };
  return { assessment, environment };
}

const PLACES = [
  'closest_interchange',
  'closest_rail_facility',
  'closest_airport_cargo',
  'closest_distribution_center',
] as const;
