import { createHash } from 'node:crypto';
import { actor, type DomainEvent, type LayerKind, streams } from '@landline/event-schemas';
import { z } from 'zod';
import { nameUuid } from '../commands/ids.ts';
import type { Deps } from '../deps.ts';
import { isDomainError } from '../errors.ts';
import { appendChunks } from '../imports/append-chunks.ts';
import { type Chunk, cutChunks, type Totals } from '../imports/chunks.ts';
import { readRows } from '../imports/reading/source.ts';
import { UnreadableFileError } from '../imports/reading/unreadable.ts';
import { dropUpload, uploadedBytes } from '../imports/uploads.ts';
import { cause } from '../reactors/reactor.ts';
import { environmentLayer, type LayerCommand, type LayerState } from './environment-layer.ts';
import { FACILITY_SIZES, FacilityMapper, type FacilityRow } from './facility-mapper.ts';
import { findLayerUpload, type LayerUpload } from './layer-uploads.ts';
import { layerProfileNamed, recogniseLayerProfile } from './profiles/index.ts';
import { olderLayers } from './queries.ts';

type JobDeps = Pick<Deps, 'pool' | 'pg' | 'commands' | 'log'>;

/** Which file is to be read, and in whose name. */
export const layerJob = cause.extend({ layer_id: z.string(), actor });
export type LayerJob = z.output<typeof layerJob>;

/**
 * Reads an uploaded layer into the log, from where an earlier run stopped. When it is whole, older layers of its kind and
 * name are removed. Throws when a service is away or `signal` aborts; then it is to be run again.
 */
export async function readUploadedLayer(deps: JobDeps, job: LayerJob, signal: AbortSignal): Promise<void> {
  const { layer_id } = job;
  const upload = await findLayerUpload(deps.pool, layer_id);
  const { state, revision } = await deps.commands.load(environmentLayer, streams.environmentLayer(layer_id));
  if (state.status === 'running') {
    const end: LayerCommand = upload
      ? await readUpload(deps, job, upload, { ...state, revision }, signal)
      : { type: 'fail', layer_id, reason: 'Its upload is no longer there' };
    await finish(deps, job, end);
  }
  if (upload) {
    const { kind, name } = upload.layer;
    for (const older of await olderLayers(deps.pool, layer_id, { kind, name })) {
      const command = { type: 'remove' as const, layer_id: older, superseded_by: layer_id };
      await execute(deps, job, older, command);
    }
  }
  await dropUpload(deps.pool, layer_id);
}

/** Ends a layer that cannot be finished; one that is over is left as it is. */
export async function giveUpLayer(deps: JobDeps, job: LayerJob, reason: string): Promise<void> {
  await finish(deps, job, { type: 'fail', layer_id: job.layer_id, reason });
  await dropUpload(deps.pool, job.layer_id);
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
    const chunks = cutChunks(rows, FACILITY_SIZES, from.read);
    const totals: Totals = await appendChunks(chunks, append, from.revision, signal);
    if (totals.imported === 0) return { type: 'fail', layer_id, reason: 'None of its rows could be read' };
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

/** By the profile that was chosen, or else recognised. */
export function mapperFor(
  columns: readonly string[],
  kind: LayerKind,
  profile: LayerUpload['profile'] | undefined,
  mapping?: LayerUpload['layer']['mapping'],
): FacilityMapper {
  return new FacilityMapper({
    kind,
    profile: profile ? layerProfileNamed(profile) : recogniseLayerProfile(columns, kind),
    overrides: mapping,
  });
}

/** The events of a chunk; what was read comes last, whatever was rejected. */
function eventsOf(
  layer_id: string,
  chunk: Chunk<FacilityRow>,
): DomainEvent<'FacilityRowsRejected' | 'FacilitiesImported'>[] {
  const read = {
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
  if (chunk.rejected.length === 0) return [read];
  const rejected = { layer_id, chunk: chunk.number, rows: [...chunk.rejected] };
  return [{ type: 'FacilityRowsRejected', data: rejected }, read];
}

/** Of the whole file. */
export async function hashOfUpload(pool: Deps['pool'], id: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of uploadedBytes(pool, id)) hash.update(bytes);
  return hash.digest('hex');
}

async function finish(deps: JobDeps, job: LayerJob, command: LayerCommand): Promise<void> {
  try {
    await execute(deps, job, job.layer_id, command);
  } catch (error) {
    // Removed at the last moment, or ended by an earlier run.
    if (!isDomainError(error, 'LAYER_STATUS')) throw error;
    deps.log.info(
      { layer_id: job.layer_id, error: error.message },
      'A layer was over before it was finished',
    );
  }
}

async function execute({ commands }: JobDeps, job: LayerJob, layerId: string, command: LayerCommand) {
  const { layer_id: _, ...origin } = job;
  const stream = streams.environmentLayer(layerId);
  await commands.execute(environmentLayer, { stream, command, ...origin });
}
