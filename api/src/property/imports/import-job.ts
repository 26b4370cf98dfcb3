import { actor, type CandidateFeatures, streams } from '@landline/event-schemas';
import { isImportFinished } from '@landline/event-schemas/lifecycles/dataset-import';
import { z } from 'zod';
import { nameUuid } from '../../platform/commands/ids.ts';
import { erasedIds } from '../../platform/commands/subject-keys.ts';
import { isDomainError } from '../../platform/errors.ts';
import { cause } from '../../platform/reactors/reactor.ts';
import type { PropertyPorts } from '../ports.ts';
import { appendChunks } from './append-chunks.ts';
import { CANDIDATE_SIZES, type Chunk, eventsOf, splitIntoChunks, type Totals } from './chunks.ts';
import { datasetImport, type ImportCommand, type ImportState } from './dataset-import.ts';
import { type MappedBatch, RowMapper } from './mapping/row-mapper.ts';
import { profileNamed, recognizeProfile } from './profiles/index.ts';
import { readRows } from './reading/read-rows.ts';
import { UnreadableFileError } from './reading/source-row.ts';
import { deleteUpload, findUpload, type Upload, uploadedBytes } from './uploads.ts';

type JobDeps = Pick<PropertyPorts, 'pool' | 'commands' | 'log'>;

/** Payload of an import job: the import and the actor of its events. */
export const importJob = cause.extend({ import_id: z.string(), dataset_key: z.string(), actor });
export type ImportJob = z.output<typeof importJob>;

/**
 * Imports an uploaded file into the event log, resuming after the last appended chunk, so that each row is imported
 * once despite crashes. Reads the file from its start each time, to detect repeated parcel numbers. Throws when a
 * service is unavailable or `signal` aborts, so that the worker retries the job.
 */
export async function importUploadedFile(ports: JobDeps, job: ImportJob, signal: AbortSignal): Promise<void> {
  const { import_id } = job;
  const upload = await findUpload(ports.pool, import_id);
  const { state, revision } = await ports.commands.load(datasetImport, streams.datasetImport(import_id));
  if (state.status === 'running') {
    const command = upload
      ? await readUpload(ports, job, upload, { ...state, revision }, signal)
      : failure(job, 'The uploaded file no longer exists');
    if (command) await finish(ports, job, command);
  }
  await deleteUpload(ports.pool, import_id);
}

/** Marks an unfinished import as failed. */
export async function abandonImport(ports: JobDeps, job: ImportJob, reason: string): Promise<void> {
  await finish(ports, job, failure(job, reason));
  await deleteUpload(ports.pool, job.import_id);
}

/** Returns the command that ends the import, or undefined if the import has already ended. */
async function readUpload(
  ports: JobDeps,
  job: ImportJob,
  upload: Upload,
  from: ImportState & { revision: bigint },
  signal: AbortSignal,
): Promise<ImportCommand | undefined> {
  const { import_id, dataset_key } = job;
  try {
    const totals = await appendRows(ports, job, upload, from, signal);
    return { type: 'complete', import_id, dataset_key, ...totals };
  } catch (error) {
    if (error instanceof UnreadableFileError) return failure(job, error.message);
    if (!isDomainError(error, 'CONFLICT')) throw error;
    const { state } = await ports.commands.load(datasetImport, streams.datasetImport(import_id));
    if (!isImportFinished(state.status)) throw error;
    ports.log.info(
      { event: 'import.ended_while_reading', import_id, status: state.status },
      'Import was canceled or finished elsewhere; stopped reading its file',
    );
    return undefined;
  }
}

async function appendRows(
  { pool, commands }: JobDeps,
  job: ImportJob,
  upload: Upload,
  from: ImportState & { revision: bigint },
  signal: AbortSignal,
): Promise<Totals> {
  const { import_id, dataset_key: _, ...origin } = job;
  const append = async (chunk: Chunk, expectedRevision: bigint) => {
    const candidates = await withoutErasedOwners(
      pool,
      chunk.rows.map(({ candidate }) => candidate),
    );
    const { revision } = await commands.append({
      stream: streams.datasetImport(import_id),
      events: eventsOf({ ...chunk, candidates }, upload),
      expectedRevision,
      commandId: nameUuid('import', import_id, String(chunk.number)),
      ...origin,
    });
    return revision;
  };
  const chunks = splitIntoChunks(
    mappedRows(uploadedBytes(pool, import_id), upload),
    CANDIDATE_SIZES,
    from.lastChunk,
  );
  return appendChunks(chunks, append, from.revision, signal);
}

/** Leaves out the names of erased owners, which later files may still contain. */
async function withoutErasedOwners(
  pool: JobDeps['pool'],
  candidates: readonly CandidateFeatures[],
): Promise<readonly CandidateFeatures[]> {
  const owned = candidates.filter(({ owner_name }) => owner_name !== null);
  const erased = await erasedIds(
    pool,
    'owner',
    owned.map(({ id }) => id),
  );
  if (erased.size === 0) return candidates;
  return candidates.map((each) => (erased.has(each.id) ? { ...each, owner_name: null } : each));
}

/** Maps the rows of a file to candidates by the profile chosen at the start. */
async function* mappedRows(bytes: AsyncIterable<Uint8Array>, upload: Upload): AsyncGenerator<MappedBatch> {
  let mapper: RowMapper | undefined;
  for await (const batch of readRows(bytes, upload.format ?? 'csv')) {
    mapper ??= new RowMapper({
      profile: upload.profile ? profileNamed(upload.profile) : recognizeProfile(batch.columns),
      overrides: upload.mapping ?? undefined,
      datasetKey: upload.dataset_key,
    });
    yield mapper.map(batch);
  }
}

function failure({ import_id, dataset_key }: ImportJob, reason: string): ImportCommand {
  return { type: 'fail', import_id, dataset_key, reason };
}

async function finish(ports: JobDeps, job: ImportJob, command: ImportCommand): Promise<void> {
  const { import_id, dataset_key: _, ...origin } = job;
  const stream = streams.datasetImport(import_id);
  try {
    await ports.commands.execute(datasetImport, { stream, command, ...origin });
  } catch (error) {
    // Someone has just canceled the import, or an earlier attempt ended it.
    if (!isDomainError(error, 'IMPORT_STATUS')) throw error;
    ports.log.info(
      { event: 'import.already_ended', import_id, status: error.data.status },
      'Import had already ended; kept its status',
    );
  }
}
