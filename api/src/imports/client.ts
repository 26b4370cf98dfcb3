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

export interface ImportFileOptions extends Omit<CreateImportBody, 'file_name' | 'file_bytes'>, Sending {}

/** How a file is sent. */
export interface Sending {
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

/** What the api says of a file that is being sent to it. */
interface Sent {
  readonly status: string;
  readonly file_bytes: number;
  readonly next_chunk: number;
  readonly bytes_received: number;
  readonly bytes_read: number;
  readonly imported: number;
  readonly rejected: number;
}

/** Where a file goes, and what is said of it. */
export interface Target<Now extends Sent> {
  readonly path: string;
  readonly body: object;
  idOf(now: Now): string;
  isOver(now: Now): boolean;
}

/** Imports a file of parcels: see `sendFile`. */
export function importFile(options: ImportFileOptions): Promise<DatasetImport> {
  const { dataset_key, dataset_name, dataset_type, property_type, state, profile, mapping } = options;
  return sendFile<DatasetImport>(options, {
    path: '/api/geo/imports',
    body: {
      dataset_key,
      dataset_name,
      dataset_type,
      property_type,
      ...(state !== undefined && { state }),
      ...(profile !== undefined && { profile }),
      ...(mapping !== undefined && { mapping }),
    },
    idOf: ({ import_id }) => import_id,
    isOver: ({ status }) => isImportOver(status),
  });
}

/**
 * Uploads a file from disk in chunks, starts its import and follows it to its end. Memory holds one chunk. Throws
 * `ImportRefusedError` when nothing can come of this file here, `ImportInterruptedError` when to go on may help.
 */
export async function sendFile<Now extends Sent>(options: Sending, target: Target<Now>): Promise<Now> {
  const { file, resume, onProgress = () => undefined } = options;
  const ask = (method: string, route: string, body?: object) =>
    call<Now>(options, method, `${target.path}${route}`, body);
  const handle = await open(file);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Error(`${file} is not a file`);
    if (stat.size === 0) throw new Error(`${file} is empty`);
    const announced = { ...target.body, file_name: path.basename(file), file_bytes: stat.size };
    const begun = resume ? await ask('GET', `/${resume}`) : await ask('POST', '', announced);
    let id = target.idOf(begun);
    try {
      if (begun.status === 'uploading') {
        await uploadRest(options, handle, begun, ask, id);
        // The same file may be there already, under another id.
        id = target.idOf(await ask('POST', `/${id}/start`, {}));
      }
      for (;;) {
        const now = await ask('GET', `/${id}`);
        onProgress(progressOf('importing', now.bytes_read, now));
        if (target.isOver(now)) return now;
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

async function uploadRest<Now extends Sent>(
  { file, onProgress }: Sending,
  handle: FileHandle,
  begun: Now,
  ask: (method: string, route: string, body?: object) => Promise<Now>,
  id: string,
): Promise<void> {
  const { size } = await handle.stat();
  if (begun.file_bytes !== size) {
    throw new Error(`${file} has ${size} bytes, not the ${begun.file_bytes} that were announced`);
  }
  let now = begun;
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size));
  while (now.bytes_received < size) {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, now.bytes_received);
    if (bytesRead === 0) throw new Error(`${file} became shorter`);
    now = await ask('PUT', `/${id}/chunks/${now.next_chunk}`, chunk.subarray(0, bytesRead));
    onProgress?.(progressOf('uploading', now.bytes_received, now));
  }
}

function progressOf(phase: ImportProgress['phase'], bytes: number, now: Sent): ImportProgress {
  return { phase, bytes, bytesTotal: now.file_bytes, imported: now.imported, rejected: now.rejected };
}

/** Every call bears repetition: chunks by their index, a start by its state, a creation by its idempotency key. */
async function call<Now>(
  { baseUrl, token, signal }: Sending,
  method: string,
  route: string,
  body?: object,
): Promise<Now> {
  const isBytes = body instanceof Uint8Array;
  const idempotencyKey = crypto.randomUUID();
  for (let tries = 1; ; tries++) {
    const answer = await fetch(`${baseUrl}${route}`, {
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
    if (answer?.ok) return ((await answer.json()) as { data: Now }).data;
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
