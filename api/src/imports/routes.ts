import { buffer } from 'node:stream/consumers';
import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import { dataset } from '../datasets/dataset.ts';
import type { Deps } from '../deps.ts';
import { DomainError, isDomainError } from '../errors.ts';
import { type Route, route } from '../http/route.ts';
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
import { examineUpload, previewOrRefuse } from './examine.ts';
import { fileRoutes } from './file-routes.ts';
import { importOf, listImports, rejectedOf } from './queries.ts';
import { closeUpload, createUpload, dropUpload, findUpload, type Upload } from './uploads.ts';

const MAY = ['SuperAdmin'] as const;
const READS = ['datasets'] as const;
const params = z.object({ id: z.uuid() });

/** A cancellation meets the appends of the running import more often than other commands meet anything. */
const CANCEL_TRIES = 5;

/** Parcel files into datasets: preview, upload in chunks, start, follow, cancel. */
export function importRoutes({ pool, commands }: Deps): Route[] {
  const answer = async (id: string) => ({ success: true as const, data: await importOf(pool, id) });
  return [
    route({
      method: 'POST',
      path: '/api/geo/imports/preview',
      may: MAY,
      summary: 'How the rows of a file would be imported, from its first bytes',
      query: previewQuery,
      upload: { maxBytes: PREVIEW_BYTES },
      response: previewResponse,
      handle: async ({ query: { file_bytes, profile, mapping }, upload }) => {
        const head = await buffer(upload());
        const options = { isWhole: head.length >= file_bytes, profile, mapping: overridesIn(mapping) };
        return { success: true, data: await previewOrRefuse(head, options) };
      },
    }),
    route({
      method: 'POST',
      path: '/api/geo/imports',
      may: MAY,
      summary: 'Make room for a file that is to be uploaded',
      body: createImportBody,
      response: importResponse,
      status: 201,
      handle: async ({ body, newId }) => {
        // Nothing is registered yet, but what would be refused later is refused before the upload.
        const { state } = await commands.load(dataset, streams.dataset(body.dataset_key));
        dataset.decide(registration(body), state);
        const id = newId('import');
        await createUpload(pool, id, body);
        return answer(id);
      },
    }),
    route({
      method: 'POST',
      path: '/api/geo/imports/:id/start',
      may: MAY,
      summary: 'Register the dataset and read the uploaded file into it',
      params,
      response: importResponse,
      handle: async ({ params: { id }, execute }) => {
        const upload = await findUpload(pool, id);
        // Started before and already over: its upload is gone.
        if (!upload) return answer(id);
        const { dataset_key, property_type, file_name, file_bytes, mapping } = upload;
        const { format, profile } = await examineUpload(pool, upload, PREVIEW_BYTES);
        await execute(dataset, { stream: streams.dataset(dataset_key), command: registration(upload) });
        await closeUpload(pool, id, { format, profile });
        const what = { import_id: id, dataset_key, property_type, file_name, file_bytes, format, profile };
        await execute(datasetImport, {
          stream: streams.datasetImport(id),
          command: { type: 'start', ...what, ...(mapping && { mapping }) },
        });
        return answer(id);
      },
    }),
    route({
      method: 'POST',
      path: '/api/geo/imports/:id/cancel',
      may: MAY,
      summary: 'End an upload or an import; rows that were imported stay',
      params,
      response: importResponse,
      handle: async ({ params: { id }, execute }) => {
        const found = await importOf(pool, id);
        const command = { type: 'cancel' as const, import_id: id, dataset_key: found.dataset_key };
        const stream = streams.datasetImport(id);
        const { state } = await stubbornly(() => execute(datasetImport, { stream, command }));
        // What was started is dropped by its job, which may be reading it.
        if (state.status === 'uploading') await dropUpload(pool, id);
        return { success: true, data: { ...found, status: 'cancelled' } };
      },
    }),
    route({
      method: 'GET',
      path: '/api/geo/imports',
      may: MAY,
      summary: 'The newest imports and uploads',
      response: importsResponse,
      reads: READS,
      handle: async () => ({ success: true, data: await listImports(pool) }),
    }),
    ...fileRoutes({
      pool,
      path: '/api/geo/imports',
      mayUpload: MAY,
      mayRead: MAY,
      reads: READS,
      response: importResponse,
      of: (id) => importOf(pool, id),
      rejectedOf: (id) => rejectedOf(pool, id),
      nameOf: ({ dataset_key }) => dataset_key,
    }),
  ];
}

function registration(of: CreateImportBody | Upload) {
  const { dataset_key, dataset_name, dataset_type, property_type, state = null } = of;
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

/** The overrides as a query string holds them. Throws `MALFORMED`. */
function overridesIn(json: string | undefined): MappingOverrides | undefined {
  if (json === undefined) return undefined;
  try {
    return mappingOverrides.parse(JSON.parse(json));
  } catch (error) {
    throw new DomainError('malformed', 'MALFORMED', 'mapping is not JSON of columns and fields.', {
      cause: error,
    });
  }
}

async function stubbornly<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === CANCEL_TRIES || !isDomainError(error, 'CONFLICT')) throw error;
    }
  }
}
