import {
  type Assessment,
  type CandidateFeatures,
  type Facility,
  type LayerKind,
  environmentLayer as layerSchema,
  layersInUse,
} from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { notFound } from '../../platform/errors.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import { type RejectedRows, rejectedRows } from '../imports/rejected-rows.ts';
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
  .omit({ next_chunk: true, bytes_received: true })
  .extend({ profile: z.string() });

const LAYER = sql.fragment`layer_id, kind, name, source, source_date, licence, note, is_made_up, coverage_miles`;
const LAYER_STATUS = sql.fragment`
  ${LAYER}, file_name, file_bytes::float8 AS file_bytes, format, profile, status, bytes_read::float8 AS bytes_read, imported, rejected,
  reason, registered_at, finished_at
`;

const fromReadModel = ({ profile, ...row }: z.infer<typeof storedLayer>): LayerStatus => ({
  ...row,
  profile: layerProfileName.catch('generic').parse(profile),
  next_chunk: 0,
  bytes_received: row.file_bytes,
});

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

/** Returns a layer, or its upload until it is registered. Throws `LAYER_UNKNOWN` if there is neither. */
export async function layerOf(db: CommonQueryMethods, id: string): Promise<LayerStatus> {
  const row = await db.maybeOne(sql.type(storedLayer)`
    SELECT ${LAYER_STATUS} FROM read.environment_layer WHERE generation = ${LIVE} AND layer_id = ${id}
  `);
  if (row) return fromReadModel(row);
  const upload = await findLayerUpload(db, id);
  if (upload) return fromUpload(upload);
  throw notFound('LAYER_UNKNOWN');
}

/** Returns the layers that were not removed, sorted by kind and newest first. */
export async function listLayers(db: CommonQueryMethods): Promise<LayerStatus[]> {
  const rows = await db.any(sql.type(storedLayer)`
    SELECT ${LAYER_STATUS} FROM read.environment_layer WHERE generation = ${LIVE} AND status <> 'removed'
    ORDER BY kind, registered_at DESC
  `);
  return rows.map(fromReadModel);
}

const layerId = z.object({ layer_id: z.string() });

/** Returns this layer and the completed ones of its kind and name, last registered first. */
export async function layersOfName(
  db: CommonQueryMethods,
  id: string,
  { kind, name }: { kind: LayerKind; name: string },
): Promise<readonly string[]> {
  return db.anyFirst(sql.type(layerId)`
    SELECT layer_id FROM read.environment_layer
    WHERE generation = ${LIVE} AND kind = ${kind} AND name = ${name} AND (status = 'completed' OR layer_id = ${id})
    ORDER BY registered_at DESC
  `);
}

/** Returns the completed layer with the same kind, name, source date and file hash, if any. */
export async function findDuplicateLayer(
  db: CommonQueryMethods,
  { kind, name, source_date }: { kind: LayerKind; name: string; source_date: string },
  fileHash: string,
): Promise<string | null> {
  return db.maybeOneFirst(sql.type(layerId)`
    SELECT layer_id FROM read.environment_layer
    WHERE generation = ${LIVE} AND kind = ${kind} AND name = ${name} AND source_date = ${source_date}
      AND file_hash = ${fileHash} AND status = 'completed'
    LIMIT 1
  `);
}

/** Returns the assessment progress of each dataset. An import may add candidates while a dataset is assessed. */
export const listAssessments = (db: CommonQueryMethods): Promise<readonly DatasetAssessment[]> =>
  db.any(sql.type(datasetAssessment)`
    SELECT a.dataset_key, d.dataset_name, a.status, a.candidates, least(a.looked_at, a.candidates) AS looked_at, a.changed, a.started_at, a.finished_at
    FROM read.environment_assessment a
    JOIN read.dataset d ON d.generation = ${liveGeneration('datasets')}
      AND d.dataset_key = a.dataset_key
    WHERE a.generation = ${LIVE}
    ORDER BY d.dataset_name
  `);

export const rejectedRowsOf = (db: CommonQueryMethods, id: string): RejectedRows =>
  rejectedRows(
    db,
    sql.fragment`read.environment_rejected_row WHERE generation = ${LIVE} AND layer_id = ${id}`,
  );

const storedFacility = z.object({ facility: z.custom<Facility>() }); // validated by the import

export async function completedLayers(db: CommonQueryMethods) {
  return db.any(sql.type(layerSchema)`
    SELECT ${LAYER} FROM read.environment_layer WHERE generation = ${LIVE} AND status = 'completed' ORDER BY layer_id
  `);
}

export async function facilitiesOf(db: CommonQueryMethods, id: string): Promise<readonly Facility[]> {
  return db.anyFirst(sql.type(storedFacility)`
    SELECT facility FROM read.environment_facility WHERE generation = ${LIVE} AND layer_id = ${id} ORDER BY facility_id
  `);
}

const storedAssessment = z.object({
  assessment: z.custom<Assessment>(), // stored by the projector from a validated event
  assessed_at: z.string(),
});

/** Returns the assessment of a candidate and the layers that it has facts from; undefined if there is no assessment. */
export async function assessmentOf(
  db: CommonQueryMethods,
  own: CandidateFeatures,
): Promise<{ assessment: Assessment; environment: CandidateEnvironment } | undefined> {
  const row = await db.maybeOne(sql.type(storedAssessment)`
    SELECT assessment, assessed_at FROM read.candidate_assessment
    WHERE generation = ${LIVE} AND candidate_id = ${own.id}
  `);
  if (!row) return undefined;
  const { assessment, assessed_at } = row;
  const { consulted, flood_layer, soil_layer } = layersInUse(own, assessment);
  const ids = new Set([
    ...consulted,
    ...[flood_layer, soil_layer].flatMap((id) => id ?? []),
    ...PLACE_FIELDS.flatMap((field) => assessment[field]?.layer_id ?? []),
  ]);
  const layers = await db.any(sql.type(layerSchema)`
    SELECT ${LAYER} FROM read.environment_layer WHERE generation = ${LIVE} AND layer_id = ANY(${sql.array([...ids], 'text')})
    ORDER BY kind, name
  `);
  const environment = {
    assessed_at,
    consulted: [...consulted],
    flood_layer,
    soil_layer,
    layers: [...layers],
  };
  return { assessment, environment };
}

const PLACE_FIELDS = [
  'closest_interchange',
  'closest_rail_facility',
  'closest_airport_cargo',
  'closest_distribution_center',
] as const;
