import type { DatabasePool } from 'slonik';
import { DomainError } from '../errors.ts';
import type { FileFormat, Preview, ProfileName } from './contract.ts';
import { type PreviewOptions, previewFile } from './preview.ts';
import { UnreadableFileError } from './reading/unreadable.ts';
import { type Upload, uploadedBytes } from './uploads.ts';

/** As `previewFile`, for a caller over HTTP. Throws `UNREADABLE_FILE`. */
export async function previewOrRefuse(head: Buffer, options: PreviewOptions): Promise<Preview> {
  try {
    return await previewFile(head, options);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new DomainError('rule_broken', 'UNREADABLE_FILE', error.message, { cause: error });
  }
}

/**
 * What an uploaded file is, before it is read: one that cannot be imported is refused here and now, not later in
 * the background. Throws `UPLOAD_INCOMPLETE`, `UNREADABLE_FILE`.
 */
export async function examineUpload(
  pool: DatabasePool,
  upload: Upload,
  headBytes: number,
): Promise<{ format: FileFormat; profile: ProfileName }> {
  const { import_id, bytes_received, file_bytes } = upload;
  if (bytes_received < file_bytes) {
    throw new DomainError(
      'conflict',
      'UPLOAD_INCOMPLETE',
      `Only ${bytes_received} of ${file_bytes} bytes have arrived.`,
    );
  }
  const first = await uploadedBytes(pool, import_id).next();
  const head = first.done ? Buffer.alloc(0) : first.value.subarray(0, headBytes);
  const { format, profile, problems } = await previewOrRefuse(head, {
    isWhole: head.length >= file_bytes,
    profile: upload.profile ?? undefined,
    mapping: upload.mapping ?? undefined,
  });
  const [problem] = problems;
  if (problem !== undefined) throw new DomainError('rule_broken', 'UNREADABLE_FILE', `${problem}.`);
  return { format, profile };
}
