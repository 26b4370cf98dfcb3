import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isImportFinished } from '@landline/event-schemas/lifecycles/dataset-import';
import { CHUNK_BYTES, type CreateImportBody, type DatasetImport } from './contract.ts';

const POLL_MS = 250;
/** Attempts per call while the server is unreachable or returns 503. */
const MAX_ATTEMPTS = 6;
const FIRST_DELAY_MS = 250; // doubles with each attempt

export interface ImportProgress {
  readonly phase: 'uploading' | 'importing';
  /** Bytes uploaded or read, out of `bytesTotal`. */
  readonly bytes: number;
  readonly bytesTotal: number;
  readonly imported: number;
  readonly rejected: number;
}

interface ImportFileOptions extends Omit<CreateImportBody, 'file_name' | 'file_bytes'>, UploadOptions {}

interface UploadOptions {
  /** URL of the API, e.g. `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** A SuperAdmin's access token, or a function that returns a fresh one for imports that outlive a token. */
  readonly token: string | (() => Promise<string>);
  /** Path of the file. */
  readonly file: string;
  /** Id of an interrupted import of the same file, to continue its upload. */
  readonly resume?: string;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly signal?: AbortSignal;
}

/** The API rejected a request; `message` and `code` come from the response. */
class ImportRejectedError extends Error {
  override readonly name = 'ImportRejectedError';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The server did not respond to any attempt of a request. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
  constructor(baseUrl: string, cause: unknown) {
    super(`No response from ${baseUrl}`, { cause });
  }
}

/** The upload or the progress polling was interrupted; pass `importId` as `resume` to continue. */
export class ImportInterruptedError extends Error {
  override readonly name = 'ImportInterruptedError';
  readonly importId: string;
  constructor(importId: string, cause: unknown) {
    super(`Import ${importId} was interrupted: ${(cause as Error).message}`, { cause });
    this.importId = importId;
  }
}

/** Progress of an upload as the API reports it. */
interface UploadStatus {
  readonly status: string;
  readonly file_bytes: number;
  readonly next_chunk: number;
  readonly bytes_received: number;
  readonly bytes_read: number;
  readonly imported: number;
  readonly rejected: number;
}

/** The API endpoint that a file is uploaded to, and the body that creates the upload. */
interface UploadTarget<Status extends UploadStatus> {
  readonly path: string;
  readonly body: object;
  idOf(upload: Status): string;
  isFinished(upload: Status): boolean;
}

/** Imports a file of parcels with `sendFile`. */
export function importFile(options: ImportFileOptions): Promise<DatasetImport> {
  const { baseUrl, token, file, resume, onProgress, signal, ...body } = options;
  return sendFile<DatasetImport>(options, {
    path: '/api/geo/imports',
    body,
    idOf: ({ import_id }) => import_id,
    isFinished: ({ status }) => isImportFinished(status),
  });
}

/**
 * Uploads a file from disk in chunks, starts its import and polls until it ends. Holds one chunk in memory. Throws
 * `ImportRejectedError` when the file cannot be imported, `NoResponseError` when the upload could not be created, and
 * `ImportInterruptedError` when resuming can help.
 */
export async function sendFile<Status extends UploadStatus>(
  options: UploadOptions,
  target: UploadTarget<Status>,
): Promise<Status> {
  const { file, resume, onProgress = () => undefined } = options;
  // Each query sees the commands before it, even when the read models are behind.
  const session: LastPosition = { position: null };
  const send = (method: string, route: string, body?: object) =>
    call<Status>(options, session, method, `${target.path}${route}`, body);
  const handle = await open(file);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Error(`${file} is not a file`);
    if (stat.size === 0) throw new Error(`${file} is empty`);
    const created = { ...target.body, file_name: path.basename(file), file_bytes: stat.size };
    const upload = resume ? await send('GET', `/${resume}`) : await send('POST', '', created);
    let id = target.idOf(upload);
    try {
      if (upload.status === 'uploading') {
        await uploadRemaining(options, handle, upload, send, id);
        // The API returns another id when it already has the same file.
        id = target.idOf(await send('POST', `/${id}/start`, {}));
      }
      for (;;) {
        const current = await send('GET', `/${id}`);
        onProgress(progressOf('importing', current.bytes_read, current));
        if (target.isFinished(current)) return current;
        await delay(POLL_MS, undefined, options.signal && { signal: options.signal });
      }
    } catch (error) {
      if (error instanceof ImportRejectedError && error.status === 422) throw error;
      throw new ImportInterruptedError(id, error);
    }
  } finally {
    await handle.close();
  }
}

async function uploadRemaining<Status extends UploadStatus>(
  { file, onProgress }: UploadOptions,
  handle: FileHandle,
  upload: Status,
  send: (method: string, route: string, body?: object) => Promise<Status>,
  id: string,
): Promise<void> {
  const { size } = await handle.stat();
  if (upload.file_bytes !== size) {
    throw new Error(`${file} has ${size} bytes, but the interrupted upload has ${upload.file_bytes}`);
  }
  let current = upload;
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size));
  while (current.bytes_received < size) {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, current.bytes_received);
    if (bytesRead === 0) throw new Error(`${file} was truncated during the upload`);
    current = await send('PUT', `/${id}/chunks/${current.next_chunk}`, chunk.subarray(0, bytesRead));
    onProgress?.(progressOf('uploading', current.bytes_received, current));
  }
}

function progressOf(phase: ImportProgress['phase'], bytes: number, upload: UploadStatus): ImportProgress {
  const { file_bytes: bytesTotal, imported, rejected } = upload;
  return { phase, bytes, bytesTotal, imported, rejected };
}

/** Position of the last command, as the API returned it. */
interface LastPosition {
  position: string | null;
}

/** Retries are safe: chunks have an index, a start checks the state, and a creation has an idempotency key. */
async function call<T>(
  { baseUrl, token, signal }: UploadOptions,
  session: LastPosition,
  method: string,
  route: string,
  body?: object,
): Promise<T> {
  const isBytes = body instanceof Uint8Array;
  const idempotencyKey = crypto.randomUUID();
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${baseUrl}${route}`, {
      method,
      headers: {
        authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
        'content-type': isBytes ? 'application/octet-stream' : 'application/json',
        ...(method === 'POST' && { 'idempotency-key': idempotencyKey }),
        ...(session.position !== null && { 'x-min-position': session.position }),
      },
      ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      if (attempt === MAX_ATTEMPTS) throw new NoResponseError(baseUrl, error);
      return undefined;
    });
    session.position = response?.headers.get('x-event-position') ?? session.position;
    if (response?.ok) return ((await response.json()) as { data: T }).data;
    if (response && (response.status !== 503 || attempt === MAX_ATTEMPTS))
      throw await toImportError(response);
    await response?.body?.cancel();
    await delay(FIRST_DELAY_MS * 2 ** (attempt - 1), undefined, signal && { signal });
  }
}

async function toImportError(response: Response): Promise<ImportRejectedError> {
  const body = (await response.json().catch(() => ({}))) as { message?: string; code?: string };
  return new ImportRejectedError(
    response.status,
    body.code ?? 'UNKNOWN',
    body.message ?? `The API returned ${response.status}`,
  );
}
