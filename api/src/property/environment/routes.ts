import { buffer } from 'node:stream/consumers';
import { streams } from '@landline/event-schemas';
import { successResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { checkUpload, readableOrReject } from '../imports/check-upload.ts';
import { PREVIEW_BYTES } from '../imports/contract.ts';
import { fileRoutes } from '../imports/file-routes.ts';
import { closeUpload, deleteUpload, storeFormat } from '../imports/uploads.ts';
import type { PropertyPorts } from '../ports.ts';
import { byId } from '../request-guards.ts';
import {
  createLayerBody,
  layerPreviewQuery,
  layerPreviewResponse,
  layerResponse,
  layersResponse,
} from './contract.ts';
import { environmentLayer } from './environment-layer.ts';
import { hashOfUpload } from './layer-job.ts';
import { createLayerUpload, findLayerUpload } from './layer-uploads.ts';
import { previewLayer } from './preview.ts';
import { findDuplicateLayer, layerOf, listAssessments, listLayers, rejectedRowsOf } from './queries.ts';

const CHANGE_ROLES = ['SuperAdmin'] as const;
const READ_ROLES = ['SuperAdmin', 'Admin'] as const;
const READS = ['environment'] as const;

/** Routes for environmental and infrastructure layers: preview, chunked upload, start, progress, removal. */
export function environmentRoutes({ pool, commands }: PropertyPorts): Route[] {
  const respond = async (id: string) => ({ success: true as const, data: await layerOf(pool, id) });
  return [
    route.get('/api/geo/environment/layers', {
      may: READ_ROLES,
      summary: 'Layers, and the assessment progress of each dataset',
      response: layersResponse,
      reads: READS,
      handle: async () => {
        const [layers, assessments] = await Promise.all([listLayers(pool), listAssessments(pool)]);
        return { success: true, data: { layers, assessments: [...assessments] } };
      },
    }),
    route.post('/api/geo/environment/layers/preview', {
      may: CHANGE_ROLES,
      summary: 'Preview the import of a layer from the first bytes of its file',
      query: layerPreviewQuery,
      upload: { maxBytes: PREVIEW_BYTES },
      response: layerPreviewResponse,
      handle: async ({ query: { kind, file_bytes, profile }, upload }) => {
        const head = await buffer(upload());
        const preview = previewLayer(head, { kind, profile, isWhole: head.length >= file_bytes });
        return { success: true, data: await readableOrReject(preview) };
      },
    }),
    route.post('/api/geo/environment/layers', {
      may: CHANGE_ROLES,
      summary: 'Create an upload for a layer',
      body: createLayerBody,
      response: layerResponse,
      status: 201,
      handle: async ({ body, newId }) => {
        const id = newId('layer');
        await createLayerUpload(pool, id, body);
        return respond(id);
      },
    }),
    route.post('/api/geo/environment/layers/:id/start', {
      may: CHANGE_ROLES,
      summary: 'Register the layer and start its import; an identical file is imported once',
      params: byId,
      response: layerResponse,
      handle: async ({ params: { id }, execute }) => {
        const upload = await findLayerUpload(pool, id);
        // The import has already ended, and its upload is deleted.
        if (!upload) return respond(id);
        const { file_bytes, file_name } = upload;
        const { mapping, ...layer } = upload.layer;
        const { format, profile } = await checkUpload(pool, id, upload, (head, isWhole) =>
          previewLayer(head, { kind: layer.kind, profile: upload.profile ?? undefined, mapping, isWhole }),
        );
        const file_hash = await hashOfUpload(pool, id);
        const stream = streams.environmentLayer(id);
        const { state } = await commands.load(environmentLayer, stream);
        // Deleting the upload of a registered layer would fail its import.
        const duplicate =
          state.status === 'unknown' ? await findDuplicateLayer(pool, layer, file_hash) : null;
        if (duplicate !== null) {
          await deleteUpload(pool, id);
          return respond(duplicate);
        }
        await storeFormat(pool, id, { format, profile });
        const file = { file_name, file_bytes, file_hash, format, profile };
        await execute(environmentLayer, {
          stream,
          command: { type: 'register', layer_id: id, ...layer, ...file, ...(mapping && { mapping }) },
        });
        await closeUpload(pool, id);
        return respond(id);
      },
    }),
    route.delete('/api/geo/environment/layers/:id', {
      may: CHANGE_ROLES,
      summary: 'Remove a layer; candidates are assessed again without it',
      params: byId,
      response: successResponse,
      handle: async ({ params: { id }, execute }) => {
        const { status } = await layerOf(pool, id);
        if (status === 'uploading') await deleteUpload(pool, id);
        else
          await execute(environmentLayer, {
            stream: streams.environmentLayer(id),
            command: { type: 'remove', layer_id: id, superseded_by: null },
          });
        return { success: true };
      },
    }),
    ...fileRoutes({
      pool,
      path: '/api/geo/environment/layers',
      mayUpload: CHANGE_ROLES,
      mayRead: READ_ROLES,
      reads: READS,
      response: layerResponse,
      statusOf: (id) => layerOf(pool, id),
      rejectedRowsOf: (id) => rejectedRowsOf(pool, id),
      nameOf: ({ kind }) => kind,
    }),
  ];
}
