import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isImportOver } from '@landline/event-schemas/lifecycles/dataset-import';
import { CHUNK_BYTES, type CreateImportBody, type DatasetImport } from './contract.ts';

const POLL_MS = 250;
/** Attempts per call while the server is unreachable or answers 503. */
const TRIES = 6;
const FIRST_DELAY_MS = 250;

export interface ImportProgress {
  readonly phase: 'uploading' | 'importing';
  /** Bytes uploaded or read, out of `bytesTotal`. */
  readonly bytes: number;
  readonly bytesTotal: number;
  readonly imported: number;
  readonly rejected: number;
}

export interface ImportFileOptions
  extends Omit<CreateImportBody, 'file_name' | 'file_bytes'>,
    UploadOptions {}

export interface UploadOptions {
  /** URL of the api, e.g. `http://127.0.0.1:8080`. */
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

/** The api rejected a request: `message` and `code` are those of its answer. */
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

/** The upload or the progress polling was interrupted; pass `importId` as `resume` to continue. */
export class ImportInterruptedError extends Error {
  override readonly name = 'ImportInterruptedError';
  readonly importId: string;
  constructor(importId: string, cause: unknown) {
    super(`Import ${importId} was interrupted: ${(cause as Error).message}`, { cause });
    this.importId = importId;
  }
}

/** Progress of an upload as the api reports it. */
interface UploadStatus {
  readonly status: string;
  readonly file_bytes: number;
  readonly next_chunk: number;
  readonly bytes_received: number;
  readonly bytes_read: number;
  readonly imported: number;
  readonly rejected: number;
}

/** The api endpoint that a file is uploaded to, and the body that creates the upload. */
export interface UploadTarget<Now extends UploadStatus> {
  readonly path: string;
  readonly body: object;
  idOf(now: Now): string;
  isOver(now: Now): boolean;
}

/** Imports a file of parcels with `sendFile`. */
export function importFile(options: ImportFileOptions): Promise<DatasetImport> {
  const { baseUrl, token, file, resume, onProgress, signal, ...body } = options;
  return sendFile<DatasetImport>(options, {
    path: '/api/geo/imports',
    body,
    idOf: ({ import_id }) => import_id,
    isOver: ({ status }) => isImportOver(status),
  });
}

/**
 * Uploads a file from disk in chunks, starts its import and polls until it ends. Holds one chunk in memory. Throws
 * `ImportRefusedError` when the file cannot be imported, `ImportInterruptedError` when resuming can help.
 */
export async function sendFile<Now extends UploadStatus>(
  options: UploadOptions,
  target: UploadTarget<Now>,
): Promise<Now> {
  const { file, resume, onProgress = () => undefined } = options;
  // Each query sees the commands before it, even when the read models are behind.
  const session: Session = { position: null };
  const ask = (method: string, route: string, body?: object) =>
    call<Now>(options, session, method, `${target.path}${route}`, body);
  const handle = await open(file);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Error(`${file} is not a file`);
    if (stat.size === 0) throw new Error(`${file} is empty`);
    const created = { ...target.body, file_name: path.basename(file), file_bytes: stat.size };
    const upload = resume ? await ask('GET', `/${resume}`) : await ask('POST', '', created);
    let id = target.idOf(upload);
    try {
      if (upload.status === 'uploading') {
        await uploadRest(options, handle, upload, ask, id);
        // The api answers with another id when it already has the same file.
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

async function uploadRest<Now extends UploadStatus>(
  { file, onProgress }: UploadOptions,
  handle: FileHandle,
  upload: Now,
  ask: (method: string, route: string, body?: object) => Promise<Now>,
  id: string,
): Promise<void> {
  const { size } = await handle.stat();
  if (upload.file_bytes !== size) {
    throw new Error(`${file} has ${size} bytes, but the interrupted upload has ${upload.file_bytes}`);
  }
  let now = upload;
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size));
  while (now.bytes_received < size) {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, now.bytes_received);
    if (bytesRead === 0) throw new Error(`${file} was truncated during the upload`);
    now = await ask('PUT', `/${id}/chunks/${now.next_chunk}`, chunk.subarray(0, bytesRead));
    onProgress?.(progressOf('uploading', now.bytes_received, now));
  }
}

function progressOf(phase: ImportProgress['phase'], bytes: number, now: UploadStatus): ImportProgress {
  return { phase, bytes, bytesTotal: now.file_bytes, imported: now.imported, rejected: now.rejected };
}

/** Position of the last command, as the api returned it. */
interface Session {
  position: string | null;
}

/** Retries are safe: chunks have an index, a start checks the state, and a creation has an idempotency key. */
async function call<Now>(
  { baseUrl, token, signal }: UploadOptions,
  session: Session,
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
        ...(session.position !== null && { 'x-min-position': session.position }),
      },
      ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      if (tries === TRIES || signal?.aborted) throw error;
      return undefined;
    });
    session.position = answer?.headers.get('x-event-position') ?? session.position;
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
    body.message ?? `The API returned ${answer.status}`,
  );
}
