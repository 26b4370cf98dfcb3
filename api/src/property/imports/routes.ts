import { buffer } from 'node:stream/consumers';
import { streams } from '@landline/event-schemas';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { dataset } from '../datasets/dataset.ts';
import type { PropertyPorts } from '../ports.ts';
import { byId } from '../request-guards.ts';
import { checkUpload, readableOrReject } from './check-upload.ts';
import {
  type CreateImportBody,
  createImportBody,
  importResponse,
  importsResponse,
  type MappingOverrides,
  mappingOverrides,
  PREVIEW_BYTES,
  previewQuery,
  previewResponse,
} from './contract.ts';
import { datasetImport } from './dataset-import.ts';
import { fileRoutes } from './file-routes.ts';
import { previewFile } from './preview.ts';
import { importOf, listImports, rejectedRowsOf } from './queries.ts';
import { closeUpload, createUpload, deleteUpload, findUpload, storeFormat, type Upload } from './uploads.ts';

const IMPORT_ROLES = ['SuperAdmin'] as const;
const READS = ['datasets'] as const;

/** A cancellation competes with the appends of the running import, so it is retried more often than other commands. */
const CANCEL_ATTEMPTS = 5;

/** Routes for imports of parcel files: preview, chunked upload, start, progress, cancel. */
export function importRoutes({ pool, commands }: PropertyPorts): Route[] {
  const respond = async (id: string) => ({ success: true as const, data: await importOf(pool, id) });
  return [
    route.post('/api/geo/imports/preview', {
      may: IMPORT_ROLES,
      summary: 'Preview the import of a file from its first bytes',
      query: previewQuery,
      upload: { maxBytes: PREVIEW_BYTES },
      response: previewResponse,
      handle: async ({ query: { file_bytes, profile, mapping }, upload }) => {
        const head = await buffer(upload());
        const options = { isWhole: head.length >= file_bytes, profile, mapping: overridesIn(mapping) };
        return { success: true, data: await readableOrReject(previewFile(head, options)) };
      },
    }),
    route.post('/api/geo/imports', {
      may: IMPORT_ROLES,
      summary: 'Create an upload',
      body: createImportBody,
      response: importResponse,
      status: 201,
      handle: async ({ body, newId }) => {
        // Rejects a registration before the file is uploaded, not after.
        const { state } = await commands.load(dataset, streams.dataset(body.dataset_key));
        dataset.decide(registration(body), state);
        const id = newId('import');
        await createUpload(pool, id, body);
        return respond(id);
      },
    }),
    route.post('/api/geo/imports/:id/start', {
      may: IMPORT_ROLES,
      summary: 'Register the dataset and start the import of the uploaded file',
      params: byId,
      response: importResponse,
      handle: async ({ params: { id }, execute }) => {
        const upload = await findUpload(pool, id);
        // The import has already finished, and its upload is deleted.
        if (!upload) return respond(id);
        const { dataset_key, property_type, file_name, file_bytes, mapping } = upload;
        const { format, profile } = await checkUpload(pool, id, upload, (head, isWhole) =>
          previewFile(head, {
            isWhole,
            profile: upload.profile ?? undefined,
            mapping: mapping ?? undefined,
          }),
        );
        await storeFormat(pool, id, { format, profile });
        await execute(dataset, { stream: streams.dataset(dataset_key), command: registration(upload) });
        const file = { import_id: id, dataset_key, property_type, file_name, file_bytes, format, profile };
        await execute(datasetImport, {
          stream: streams.datasetImport(id),
          command: { type: 'start', ...file, ...(mapping && { mapping }) },
        });
        await closeUpload(pool, id);
        return respond(id);
      },
    }),
    route.post('/api/geo/imports/:id/cancel', {
      may: IMPORT_ROLES,
      summary: 'Cancel an upload or an import; imported rows stay',
      params: byId,
      response: importResponse,
      handle: async ({ params: { id }, execute }) => {
        const found = await importOf(pool, id);
        const command = { type: 'cancel' as const, import_id: id, dataset_key: found.dataset_key };
        const stream = streams.datasetImport(id);
        await retryOnConflict(() => execute(datasetImport, { stream, command }));
        await deleteUpload(pool, id);
        return { success: true, data: { ...found, status: 'cancelled' } };
      },
    }),
    route.get('/api/geo/imports', {
      may: IMPORT_ROLES,
      summary: 'The newest imports and uploads',
      response: importsResponse,
      reads: READS,
      handle: async () => ({ success: true, data: await listImports(pool) }),
    }),
    ...fileRoutes({
      pool,
      path: '/api/geo/imports',
      mayUpload: IMPORT_ROLES,
      mayRead: IMPORT_ROLES,
      reads: READS,
      response: importResponse,
      statusOf: (id) => importOf(pool, id),
      rejectedRowsOf: (id) => rejectedRowsOf(pool, id),
      nameOf: ({ dataset_key }) => dataset_key,
    }),
  ];
}

function registration(upload: CreateImportBody | Upload) {
  const { dataset_key, dataset_name, dataset_type, property_type, state = null } = upload;
  return {
    type: 'register' as const,
    dataset_key,
    dataset_name,
    dataset_type,
    property_type,
    state,
    parent_dataset_key: null,
    is_demo: false,
  };
}

/** Parses the `mapping` parameter. Throws `MALFORMED`. */
function overridesIn(json: string | undefined): MappingOverrides | undefined {
  if (json === undefined) return undefined;
  try {
    return mappingOverrides.parse(JSON.parse(json));
  } catch (error) {
    throw new DomainError(
      'malformed',
      'MALFORMED',
      '`mapping` must be a JSON object that maps column names to fields.',
      {
        cause: error,
      },
    );
  }
}

async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === CANCEL_ATTEMPTS || !isDomainError(error, 'CONFLICT')) throw error;
    }
  }
}
