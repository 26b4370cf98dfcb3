import { type CommonQueryMethods, sql } from 'slonik';
import { notFound } from '../../platform/errors.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import { type DatasetImport, datasetImport } from './contract.ts';
import { type RejectedRows, rejectedRows } from './rejected-rows.ts';
import { findUpload, listUploads, type Upload } from './uploads.ts';

const LIVE = liveGeneration('datasets');
const MAX_LISTED = 100;

const COLUMNS = sql.fragment`
  import_id, dataset_key, file_name, file_bytes::float8 AS file_bytes, format, profile, status,
  0 AS next_chunk, file_bytes::float8 AS bytes_received, bytes_read::float8 AS bytes_read, imported, rejected,
  reason, started_at, finished_at
`;

function fromUpload(upload: Upload): DatasetImport {
  const { import_id, dataset_key, file_name, file_bytes, format, profile, next_chunk, bytes_received } =
    upload;
  return {
    import_id,
    dataset_key,
    file_name,
    file_bytes,
    format,
    profile,
    status: upload.started ? 'running' : 'uploading',
    next_chunk,
    bytes_received,
    bytes_read: 0,
    imported: 0,
    rejected: 0,
    reason: null,
    started_at: null,
    finished_at: null,
  };
}

/** Returns an import, or its upload while it has not started. Throws `IMPORT_UNKNOWN`. */
export async function importOf(db: CommonQueryMethods, id: string): Promise<DatasetImport> {
  const startedImport = await db.maybeOne(sql.type(datasetImport)`
    SELECT ${COLUMNS} FROM read.dataset_import WHERE generation = ${LIVE} AND import_id = ${id}
  `);
  if (startedImport) return startedImport;
  const upload = await findUpload(db, id);
  if (upload) return fromUpload(upload);
  throw notFound('IMPORT_UNKNOWN');
}

/** Returns the newest imports, after uploads that have not started. */
export async function listImports(db: CommonQueryMethods): Promise<DatasetImport[]> {
  const uploads = await listUploads(db);
  const startedImports = await db.any(sql.type(datasetImport)`
    SELECT ${COLUMNS} FROM read.dataset_import WHERE generation = ${LIVE}
    ORDER BY started_at DESC LIMIT ${MAX_LISTED}
  `);
  const startedIds = new Set(startedImports.map(({ import_id }) => import_id));
  const pending = uploads.filter((upload) => !startedIds.has(upload.import_id));
  return [...pending.map(fromUpload), ...startedImports];
}

export const rejectedRowsOf = (db: CommonQueryMethods, id: string): RejectedRows =>
  rejectedRows(db, sql.fragment`read.rejected_row WHERE generation = ${LIVE} AND import_id = ${id}`);
