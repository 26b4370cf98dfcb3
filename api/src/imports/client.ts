import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isImportOver } from '@landline/event-schemas/lifecycles/dataset-import';
import { CHUNK_BYTES, type CreateImportBody, type DatasetImport } from './contract.ts';

const POLL_MS = 250;
/** A call that meets no server, or one that is not ready, is tried again so often. */
const TRIES = 6;
const FIRST_DELAY_MS = 250;

export interface ImportProgress {
  readonly phase: 'uploading' | 'importing';
  /** Bytes of the file, of `bytesTotal`. */
  readonly bytes: number;
  readonly bytesTotal: number;
  readonly imported: number;
  readonly rejected: number;
}

export interface ImportFileOptions extends Omit<CreateImportBody, 'file_name' | 'file_bytes'> {
  /** Of the api, e.g. `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** A SuperAdmin's access token, or where to get a fresh one: long imports outlive a token. */
  readonly token: string | (() => Promise<string>);
  /** Path of the file. */
  readonly file: string;
  /** Id of an import of this very file whose upload was broken off: it goes on where it stopped. */
  readonly resume?: string;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly signal?: AbortSignal;
}

/** The api refused: `message` is its text, `code` its machine code. */
export class ImportRefusedError extends Error {
  override readonly name = 'ImportRefusedError';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The upload or the watching broke off; `importId` is what `resume` takes. */
export class ImportInterruptedError extends Error {
  override readonly name = 'ImportInterruptedError';
  readonly importId: string;
  constructor(importId: string, cause: unknown) {
    super(`Import ${importId} was interrupted: ${(cause as Error).message}`, { cause });
    this.importId = importId;
  }
}

/**
 * Uploads a file from disk in chunks, starts its import and follows it to its end. Memory holds one chunk. Throws
 * `ImportRefusedError` when nothing can come of this file here, `ImportInterruptedError` when to go on may help.
 */
export async function importFile(options: ImportFileOptions): Promise<DatasetImport> {
  const { file, resume, onProgress = () => undefined } = options;
  const handle = await open(file);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Error(`${file} is not a file`);
    if (stat.size === 0) throw new Error(`${file} is empty`);
    const { size } = stat;
    const begun = resume ? await call(options, 'GET', `/${resume}`) : await create(options, size);
    const id = begun.import_id;
    try {
      if (begun.status === 'uploading') {
        await uploadRest(options, handle, begun, size);
        await call(options, 'POST', `/${id}/start`, {});
      }
      for (;;) {
        const now = await call(options, 'GET', `/${id}`);
        onProgress(progressOf('importing', now.bytes_read, now));
        if (isImportOver(now.status)) return now;
        await pause(POLL_MS, undefined, options.signal && { signal: options.signal });
      }
    } catch (error) {
      if (error instanceof ImportRefusedError && error.status === 422) throw error;
      throw new ImportInterruptedError(id, error);
    }
  } finally {
    await handle.close();
  }
}

function create(options: ImportFileOptions, file_bytes: number): Promise<DatasetImport> {
  const { dataset_key, dataset_name, dataset_type, property_type, state, profile, mapping } = options;
  const body: CreateImportBody = {
    dataset_key,
    dataset_name,
    dataset_type,
    property_type,
    file_name: path.basename(options.file),
    file_bytes,
    ...(state !== undefined && { state }),
    ...(profile !== undefined && { profile }),
    ...(mapping !== undefined && { mapping }),
  };
  return call(options, 'POST', '', body);
}

async function uploadRest(
  options: ImportFileOptions,
  handle: FileHandle,
  begun: DatasetImport,
  size: number,
): Promise<void> {
  if (begun.file_bytes !== size) {
    throw new Error(`${options.file} has ${size} bytes, not the ${begun.file_bytes} that were announced`);
  }
  let now = begun;
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size));
  while (now.bytes_received < size) {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, now.bytes_received);
    if (bytesRead === 0) throw new Error(`${options.file} became shorter`);
    now = await call(
      options,
      'PUT',
      `/${now.import_id}/chunks/${now.next_chunk}`,
      chunk.subarray(0, bytesRead),
    );
    options.onProgress?.(progressOf('uploading', now.bytes_received, now));
  }
}

function progressOf(phase: ImportProgress['phase'], bytes: number, now: DatasetImport): ImportProgress {
  return { phase, bytes, bytesTotal: now.file_bytes, imported: now.imported, rejected: now.rejected };
}

/** Every call bears repetition: chunks by their index, a start by its state, a creation by its idempotency key. */
async function call(
  { baseUrl, token, signal }: ImportFileOptions,
  method: string,
  route: string,
  body?: object,
): Promise<DatasetImport> {
  const isBytes = body instanceof Uint8Array;
  const idempotencyKey = crypto.randomUUID();
  for (let tries = 1; ; tries++) {
    const answer = await fetch(`${baseUrl}/api/geo/imports${route}`, {
      method,
      headers: {
        authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
        'content-type': isBytes ? 'application/octet-stream' : 'application/json',
        ...(method === 'POST' && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      if (tries === TRIES || signal?.aborted) throw error;
      return undefined;
    });
    if (answer?.ok) return ((await answer.json()) as { data: DatasetImport }).data;
    if (answer && (answer.status !== 503 || tries === TRIES)) throw await refusal(answer);
    await answer?.body?.cancel();
    await pause(FIRST_DELAY_MS * 2 ** (tries - 1), undefined, signal && { signal });
  }
}

async function refusal(answer: Response): Promise<ImportRefusedError> {
  const body = (await answer.json().catch(() => ({}))) as { message?: string; code?: string };
  return new ImportRefusedError(
    answer.status,
    body.code ?? 'UNKNOWN',
    body.message ?? `The api answered ${answer.status}`,
  );
}
