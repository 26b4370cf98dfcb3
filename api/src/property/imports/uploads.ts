import { datasetType, propertyType } from '@landline/event-schemas';
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { DomainError, notFound } from '../../platform/errors.ts';
import { type CreateImportBody, fileFormat, mappingOverrides, profileName } from './contract.ts';

declare module '../../platform/errors.ts' {
  interface ErrorData {
    CHUNK_OUT_OF_ORDER: { expectedChunk: number; chunk: number };
    FILE_TOO_LONG: { announcedBytes: number };
  }
}

/** Uploads that were never started are deleted after this time, in days. */
const ABANDONED_DAYS = 7;

const upload = z.object({
  import_id: z.string(),
  dataset_key: z.string(),
  dataset_name: z.string(),
  dataset_type: datasetType,
  property_type: propertyType,
  state: z.string().nullable(),
  file_name: z.string(),
  file_bytes: z.number(),
  format: fileFormat.nullable(),
  profile: profileName.nullable(),
  mapping: mappingOverrides.nullable(),
  next_chunk: z.number(),
  bytes_received: z.number(),
  started: z.boolean(),
});
export type Upload = z.infer<typeof upload>;

const progress = upload.pick({ next_chunk: true, bytes_received: true, file_bytes: true, started: true });

const COLUMNS = sql.fragment`
  import_id, dataset_key, dataset_name, dataset_type, property_type, state, file_name,
  file_bytes::float8 AS file_bytes, format, profile, mapping, next_chunk,
  bytes_received::float8 AS bytes_received, started
`;

/** Creates an upload unless the id exists, and deletes abandoned ones. */
export async function createUpload(pool: DatabasePool, id: string, body: CreateImportBody): Promise<void> {
  await pool.query(sql.unsafe`
    DELETE FROM api.upload WHERE NOT started AND created_at < now() - ${ABANDONED_DAYS} * interval '1 day'
  `);
  await pool.query(sql.unsafe`
    INSERT INTO api.upload
      (import_id, dataset_key, dataset_name, dataset_type, property_type, state, file_name, file_bytes, profile, mapping)
    VALUES (${id}, ${body.dataset_key}, ${body.dataset_name}, ${body.dataset_type}, ${body.property_type},
      ${body.state ?? null}, ${body.file_name}, ${body.file_bytes}, ${body.profile ?? null},
      ${body.mapping ? sql.jsonb(body.mapping) : null})
    ON CONFLICT DO NOTHING
  `);
}

export function findUpload(db: CommonQueryMethods, id: string): Promise<Upload | null> {
  return db.maybeOne(
    sql.type(upload)`SELECT ${COLUMNS} FROM api.upload WHERE import_id = ${id} AND layer IS NULL`,
  );
}

/** Returns the uploads of parcel files, newest first. */
export function listUploads(db: CommonQueryMethods): Promise<readonly Upload[]> {
  return db.any(
    sql.type(
      upload,
    )`SELECT ${COLUMNS} FROM api.upload WHERE layer IS NULL ORDER BY created_at DESC LIMIT 100`,
  );
}

/**
 * Stores the next chunk; a chunk that is already stored changes nothing. Throws `IMPORT_STATUS` when the upload is closed,
 * `CHUNK_OUT_OF_ORDER` and `FILE_TOO_LONG`.
 */
export async function storeChunk(
  pool: DatabasePool,
  id: string,
  index: number,
  bytes: Buffer,
): Promise<void> {
  await pool.transaction(async (transaction) => {
    const upload = await transaction.maybeOne(sql.type(progress)`
      SELECT next_chunk, bytes_received::float8 AS bytes_received, file_bytes::float8 AS file_bytes, started
      FROM api.upload WHERE import_id = ${id} FOR UPDATE
    `);
    if (!upload) throw notFound('IMPORT_UNKNOWN');
    if (index < upload.next_chunk) return;
    if (upload.started)
      throw new DomainError('conflict', 'IMPORT_STATUS', 'This import has already started.', {
        data: { status: 'running' },
      });
    if (index > upload.next_chunk) {
      throw new DomainError('conflict', 'CHUNK_OUT_OF_ORDER', `The next chunk is ${upload.next_chunk}.`, {
        data: { expectedChunk: upload.next_chunk, chunk: index },
        details: [{ next_chunk: upload.next_chunk, bytes_received: upload.bytes_received }],
      });
    }
    if (bytes.length === 0) throw new DomainError('malformed', 'MALFORMED', 'This chunk is empty.');
    if (upload.bytes_received + bytes.length > upload.file_bytes) {
      throw new DomainError(
        'rule_broken',
        'FILE_TOO_LONG',
        `The file is longer than the announced ${upload.file_bytes} bytes.`,
        { data: { announcedBytes: upload.file_bytes } },
      );
    }
    await transaction.query(sql.unsafe`
      INSERT INTO api.upload_chunk (import_id, index, bytes) VALUES (${id}, ${index}, ${sql.binary(bytes)})
    `);
    await transaction.query(sql.unsafe`
      UPDATE api.upload SET next_chunk = next_chunk + 1, bytes_received = bytes_received + ${bytes.length}
      WHERE import_id = ${id}
    `);
  });
}

/** Stores the format and the profile of a file before its import starts. Throws `IMPORT_UNKNOWN`. */
export async function storeFormat(
  pool: DatabasePool,
  id: string,
  { format, profile }: { format: string; profile: string },
): Promise<void> {
  const { rowCount } = await pool.query(sql.unsafe`
    UPDATE api.upload SET format = ${format}, profile = ${profile} WHERE import_id = ${id}
  `);
  if (rowCount === 0) throw notFound('IMPORT_UNKNOWN');
}

/** Closes the upload of a started import, unless the import has already ended. */
export async function closeUpload(pool: DatabasePool, id: string): Promise<void> {
  await pool.query(sql.unsafe`UPDATE api.upload SET started = true WHERE import_id = ${id}`);
}

/** Streams an uploaded file chunk by chunk. */
export async function* uploadedBytes(pool: DatabasePool, id: string): AsyncGenerator<Buffer> {
  const row = z.object({ bytes: z.instanceof(Buffer) });
  for (let index = 0; ; index++) {
    const chunk = await pool.maybeOne(sql.type(row)`
      SELECT bytes FROM api.upload_chunk WHERE import_id = ${id} AND index = ${index}
    `);
    if (!chunk) return;
    yield chunk.bytes;
  }
}

/** Deletes an upload and its file. */
export async function deleteUpload(pool: DatabasePool, id: string): Promise<void> {
  await pool.query(sql.unsafe`DELETE FROM api.upload WHERE import_id = ${id}`);
}
