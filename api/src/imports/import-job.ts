import { actor, type CandidateFeatures, streams } from '@landline/event-schemas';
import { isImportOver } from '@landline/event-schemas/lifecycles/dataset-import';
import { z } from 'zod';
import { nameUuid } from '../commands/ids.ts';
import { erasedIds } from '../commands/subject-keys.ts';
import type { Deps } from '../deps.ts';
import { isDomainError } from '../errors.ts';
import { cause } from '../reactors/reactor.ts';
import { appendChunks } from './append-chunks.ts';
import { CANDIDATE_SIZES, type Chunk, cutChunks, eventsOf, type Totals } from './chunks.ts';
import { datasetImport, type ImportCommand, type ImportState } from './dataset-import.ts';
import { type MappedBatch, RowMapper } from './mapping/row-mapper.ts';
import { profileNamed, recogniseProfile } from './profiles/index.ts';
import { readRows } from './reading/source.ts';
import { UnreadableFileError } from './reading/unreadable.ts';
import { dropUpload, findUpload, type Upload, uploadedBytes } from './uploads.ts';

type JobDeps = Pick<Deps, 'pool' | 'commands' | 'log'>;

/** Which file is to be read, and in whose name. */
export const importJob = cause.extend({ import_id: z.string(), dataset_key: z.string(), actor });
export type ImportJob = z.output<typeof importJob>;

/**
 * Reads an uploaded file into the log, from where an earlier run stopped: whatever crashes in between, each row
 * is imported once. The file itself is read from its start each time, so that a parcel number is known to be
 * repeated wherever it stood first. Throws when a service is away or `signal` aborts; then it is to be run again.
 */
export async function importUploadedFile(deps: JobDeps, job: ImportJob, signal: AbortSignal): Promise<void> {
  const { import_id } = job;
  const upload = await findUpload(deps.pool, import_id);
  const { state, revision } = await deps.commands.load(datasetImport, streams.datasetImport(import_id));
  if (state.status === 'running') {
    const end = upload
      ? await readUpload(deps, job, upload, { ...state, revision }, signal)
      : failed(job, 'Its upload is no longer there');
    if (end) await finish(deps, job, end);
  }
  await dropUpload(deps.pool, import_id);
}

/** Ends an import that cannot be finished; one that is over is left as it is. */
export async function giveUpImport(deps: JobDeps, job: ImportJob, reason: string): Promise<void> {
  await finish(deps, job, failed(job, reason));
  await dropUpload(deps.pool, job.import_id);
}

/** How the import is to end, or undefined when it ended meanwhile. */
async function readUpload(
  deps: JobDeps,
  job: ImportJob,
  upload: Upload,
  from: ImportState & { revision: bigint },
  signal: AbortSignal,
): Promise<ImportCommand | undefined> {
  const { import_id, dataset_key } = job;
  try {
    const totals = await appendRows(deps, job, upload, from, signal);
    return { type: 'complete', import_id, dataset_key, ...totals };
  } catch (error) {
    if (error instanceof UnreadableFileError) return failed(job, error.message);
    if (!isDomainError(error, 'CONFLICT')) throw error;
    const { state } = await deps.commands.load(datasetImport, streams.datasetImport(import_id));
    if (!isImportOver(state.status)) throw error;
    deps.log.info({ import_id, status: state.status }, 'An import ended while it was read');
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
  const chunks = cutChunks(mappedRows(uploadedBytes(pool, import_id), upload), CANDIDATE_SIZES, from.read);
  return appendChunks(chunks, append, from.revision, signal);
}

/** Owners who were erased stay nameless, whatever files say of them later. */
async function withoutErasedOwners(
  pool: JobDeps['pool'],
  candidates: readonly CandidateFeatures[],
): Promise<readonly CandidateFeatures[]> {
  const named = candidates.filter(({ owner_name }) => owner_name !== null);
  const erased = await erasedIds(
    pool,
    'owner',
    named.map(({ id }) => id),
  );
  if (erased.size === 0) return candidates;
  return candidates.map((each) => (erased.has(each.id) ? { ...each, owner_name: null } : each));
}

/** The rows of the file as candidates, by the profile that was chosen when the import was started. */
async function* mappedRows(bytes: AsyncIterable<Uint8Array>, upload: Upload): AsyncGenerator<MappedBatch> {
  let mapper: RowMapper | undefined;
  for await (const batch of readRows(bytes, upload.format ?? 'csv')) {
    mapper ??= new RowMapper({
      profile: upload.profile ? profileNamed(upload.profile) : recogniseProfile(batch.columns),
      overrides: upload.mapping ?? undefined,
      datasetKey: upload.dataset_key,
    });
    yield mapper.map(batch);
  }
}

function failed({ import_id, dataset_key }: ImportJob, reason: string): ImportCommand {
  return { type: 'fail', import_id, dataset_key, reason };
}

async function finish(deps: JobDeps, job: ImportJob, command: ImportCommand): Promise<void> {
  const { import_id, dataset_key: _, ...origin } = job;
  const stream = streams.datasetImport(import_id);
  try {
    await deps.commands.execute(datasetImport, { stream, command, ...origin });
  } catch (error) {
    // Cancelled at the last moment, or ended by an earlier run.
    if (!isDomainError(error, 'IMPORT_STATUS')) throw error;
    deps.log.info({ import_id, error: error.message }, 'An import was over before it was finished');
  }
}
