import { createHash } from 'node:crypto';
import { actor, type DomainEvent, type LayerKind, streams } from '@landline/event-schemas';
import { z } from 'zod';
import { nameUuid } from '../../platform/commands/ids.ts';
import { isDomainError } from '../../platform/errors.ts';
import { cause } from '../../platform/reactors/reactor.ts';
import { appendChunks } from '../imports/append-chunks.ts';
import { type Chunk, splitIntoChunks, type Totals } from '../imports/chunks.ts';
import { readRows } from '../imports/reading/read-rows.ts';
import { UnreadableFileError } from '../imports/reading/source-row.ts';
import { deleteUpload, uploadedBytes } from '../imports/uploads.ts';
import type { PropertyPorts } from '../ports.ts';
import { environmentLayer, type LayerCommand, type LayerState } from './environment-layer.ts';
import { FACILITY_SIZES, FacilityMapper, type FacilityRow } from './facility-mapper.ts';
import { findLayerUpload, type LayerUpload } from './layer-uploads.ts';
import { layerProfileNamed, recognizeLayerProfile } from './profiles/index.ts';
import { layersOfName } from './queries.ts';

type JobDeps = Pick<PropertyPorts, 'pool' | 'pg' | 'commands' | 'log'>;

/** Payload of a layer job: the layer and the actor of its events. */
export const layerJob = cause.extend({ layer_id: z.string(), actor });
export type LayerJob = z.output<typeof layerJob>;

/**
 * Imports an uploaded layer into the event log, resuming after the last appended chunk. If that succeeds, keeps only the last
 * registered of the completed layers of its kind and name. Throws when a service is unavailable or `signal` aborts, so that the
 * worker retries the job.
 */
export async function importUploadedLayer(ports: JobDeps, job: LayerJob, signal: AbortSignal): Promise<void> {
  const { layer_id } = job;
  const upload = await findLayerUpload(ports.pool, layer_id);
  const { state, revision } = await ports.commands.load(environmentLayer, streams.environmentLayer(layer_id));
  let { status } = state;
  if (status === 'running') {
    const command: LayerCommand = upload
      ? await readUpload(ports, job, upload, { ...state, revision }, signal)
      : { type: 'fail', layer_id, reason: 'The uploaded file no longer exists' };
    status = await finish(ports, job, command);
  }
  if (upload && status === 'completed') {
    const [newest = layer_id, ...replaced] = await layersOfName(ports.pool, layer_id, upload.layer);
    for (const id of replaced)
      await execute(ports, job, id, { type: 'remove', layer_id: id, superseded_by: newest });
  }
  await deleteUpload(ports.pool, layer_id);
}

/** Marks an unfinished layer as failed. */
export async function abandonLayer(ports: JobDeps, job: LayerJob, reason: string): Promise<void> {
  await finish(ports, job, { type: 'fail', layer_id: job.layer_id, reason });
  await deleteUpload(ports.pool, job.layer_id);
}

async function readUpload(
  { pool, commands }: JobDeps,
  job: LayerJob,
  upload: LayerUpload,
  from: LayerState & { revision: bigint },
  signal: AbortSignal,
): Promise<LayerCommand> {
  const { layer_id, ...origin } = job;
  const append = async (chunk: Chunk<FacilityRow>, expectedRevision: bigint) => {
    const { revision } = await commands.append({
      stream: streams.environmentLayer(layer_id),
      events: eventsOf(layer_id, chunk),
      expectedRevision,
      commandId: nameUuid('layer', layer_id, String(chunk.number)),
      ...origin,
    });
    return revision;
  };
  try {
    const rows = facilityRows(uploadedBytes(pool, layer_id), upload);
    const chunks = splitIntoChunks(rows, FACILITY_SIZES, from.lastChunk);
    const totals: Totals = await appendChunks(chunks, append, from.revision, signal);
    if (totals.imported === 0) return { type: 'fail', layer_id, reason: 'None of the rows could be read' };
    return { type: 'complete', layer_id, ...totals };
  } catch (error) {
    if (error instanceof UnreadableFileError) return { type: 'fail', layer_id, reason: error.message };
    throw error;
  }
}

async function* facilityRows(bytes: AsyncIterable<Uint8Array>, { layer, format, profile }: LayerUpload) {
  let mapper: FacilityMapper | undefined;
  for await (const batch of readRows(bytes, format ?? 'csv')) {
    mapper ??= mapperFor(batch.columns, layer.kind, profile, layer.mapping);
    yield mapper.map(batch);
  }
}

/** Returns a mapper with the chosen profile, or else with the one that the columns match. */
export function mapperFor(
  columns: readonly string[],
  kind: LayerKind,
  profile: LayerUpload['profile'] | undefined,
  mapping?: LayerUpload['layer']['mapping'],
): FacilityMapper {
  return new FacilityMapper({
    kind,
    profile: profile ? layerProfileNamed(profile) : recognizeLayerProfile(columns, kind),
    overrides: mapping,
  });
}

/** Returns the events of a chunk; `FacilitiesImported` is last and completes it. */
function eventsOf(
  layer_id: string,
  chunk: Chunk<FacilityRow>,
): DomainEvent<'FacilityRowsRejected' | 'FacilitiesImported'>[] {
  const importedEvent = {
    type: 'FacilitiesImported' as const,
    data: {
      layer_id,
      chunk: chunk.number,
      first_line: chunk.firstLine,
      last_line: chunk.lastLine,
      bytes_read: chunk.bytesRead,
      facilities: chunk.rows.map(({ facility }) => facility),
    },
  };
  if (chunk.rejected.length === 0) return [importedEvent];
  const rejection = { layer_id, chunk: chunk.number, rows: [...chunk.rejected] };
  return [{ type: 'FacilityRowsRejected', data: rejection }, importedEvent];
}

export async function hashOfUpload(pool: PropertyPorts['pool'], id: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of uploadedBytes(pool, id)) hash.update(bytes);
  return hash.digest('hex');
}

/** Ends the import unless it has already ended; returns the layer's status. */
async function finish(ports: JobDeps, job: LayerJob, command: LayerCommand): Promise<LayerState['status']> {
  try {
    return await execute(ports, job, job.layer_id, command);
  } catch (error) {
    // Someone has just removed the layer, or an earlier attempt ended the import.
    if (!isDomainError(error, 'LAYER_STATUS')) throw error;
    ports.log.info(
      { event: 'layer.already_ended', layer_id: job.layer_id, status: error.data.status },
      'Layer import had already ended; kept its status',
    );
    return error.data.status;
  }
}

async function execute({ commands }: JobDeps, job: LayerJob, layerId: string, command: LayerCommand) {
  const { layer_id: _, ...origin } = job;
  const stream = streams.environmentLayer(layerId);
  const { state } = await commands.execute(environmentLayer, { stream, command, ...origin });
  return state.status;
}
