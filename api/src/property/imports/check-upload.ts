import type { DatabasePool } from 'slonik';
import { DomainError } from '../../platform/errors.ts';
import { PREVIEW_BYTES } from './contract.ts';
import { UnreadableFileError } from './reading/source-row.ts';
import { uploadedBytes } from './uploads.ts';

declare module '../../platform/errors.ts' {
  interface ErrorData {
    UPLOAD_INCOMPLETE: { bytesReceived: number; fileBytes: number };
  }
}

/** Awaits a preview and rejects with `UNREADABLE_FILE` when the file cannot be read. */
export async function readableOrReject<P>(preview: Promise<P>): Promise<P> {
  try {
    return await preview;
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new DomainError('rule_broken', 'UNREADABLE_FILE', error.message, { cause: error });
  }
}

/**
 * Previews the start of an uploaded file, so that a file that cannot be imported is rejected before the import starts in the
 * background. Throws `UPLOAD_INCOMPLETE` and `UNREADABLE_FILE`.
 */
export async function checkUpload<P extends { readonly problems: readonly string[] }>(
  pool: DatabasePool,
  id: string,
  { bytes_received, file_bytes }: { bytes_received: number; file_bytes: number },
  preview: (head: Buffer, isWhole: boolean) => Promise<P>,
): Promise<P> {
  if (bytes_received < file_bytes) {
    const text = `Only ${bytes_received} of ${file_bytes} bytes have been uploaded.`;
    const data = { bytesReceived: bytes_received, fileBytes: file_bytes };
    throw new DomainError('conflict', 'UPLOAD_INCOMPLETE', text, { data });
  }
  const first = await uploadedBytes(pool, id).next();
  const head = first.done ? Buffer.alloc(0) : first.value.subarray(0, PREVIEW_BYTES);
  const found = await readableOrReject(preview(head, head.length >= file_bytes));
  const [problem] = found.problems;
  if (problem !== undefined) throw new DomainError('rule_broken', 'UNREADABLE_FILE', `${problem}.`);
  return found;
}
