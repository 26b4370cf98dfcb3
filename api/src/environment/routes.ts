import { buffer } from 'node:stream/consumers';
import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { type Route, route } from '../http/route.ts';
import { PREVIEW_BYTES } from '../imports/contract.ts';
import { fileRoutes } from '../imports/file-routes.ts';
import { closeUpload, dropUpload, uploadedBytes } from '../imports/uploads.ts';
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
import { layerOf, listAssessments, listLayers, rejectedOf, sameLayer } from './queries.ts';

const MAY_CHANGE = ['SuperAdmin'] as const;
const MAY_READ = ['SuperAdmin', 'Admin'] as const;
const READS = ['environment'] as const;
const params = z.object({ id: z.uuid() });

/** Environmental and infrastructure layers: preview, upload in chunks, start, follow, remove. */
export function environmentRoutes({ pool }: Deps): Route[] {
  const answer = async (id: string) => ({ success: true as const, data: await layerOf(pool, id) });
  return [
    route({
      method: 'GET',
      path: '/api/geo/environment/layers',
      may: MAY_READ,
      summary: 'The layers that candidates are joined with, and how far that is',
      response: layersResponse,
      reads: READS,
      handle: async () => {
        const [layers, assessments] = await Promise.all([listLayers(pool), listAssessments(pool)]);
        return { success: true, data: { layers, assessments } };
      },
    }),
    route({
      method: 'POST',
      path: '/api/geo/environment/layers/preview',
      may: MAY_CHANGE,
      summary: 'How the rows of a file would be read, from its first bytes',
      query: layerPreviewQuery,
      upload: { maxBytes: PREVIEW_BYTES },
      response: layerPreviewResponse,
      handle: async ({ query: { kind, file_bytes, profile }, upload }) => {
        const head = await buffer(upload());
        return {
          success: true,
          data: await previewLayer(head, { kind, profile, isWhole: head.length >= file_bytes }),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/api/geo/environment/layers',
      may: MAY_CHANGE,
      summary: 'Make room for a file of facilities that is to be uploaded',
      body: createLayerBody,
      response: layerResponse,
      status: 201,
      handle: async ({ body, newId }) => {
        const id = newId('layer');
        await createLayerUpload(pool, id, body);
        return answer(id);
      },
    }),
    route({
      method: 'POST',
      path: '/api/geo/environment/layers/:id/start',
      may: MAY_CHANGE,
      summary: 'Register the layer and read the uploaded file; the same file is not read twice',
      params,
      response: layerResponse,
      handle: async ({ params: { id }, execute }) => {
        const upload = await findLayerUpload(pool, id);
        // Started before and already over: its upload is gone.
        if (!upload || upload.started) return answer(id);
        const { bytes_received, file_bytes, file_name } = upload;
        if (bytes_received < file_bytes) {
          const text = `Only ${bytes_received} of ${file_bytes} bytes have arrived.`;
          throw new DomainError('conflict', 'UPLOAD_INCOMPLETE', text);
        }
        const { mapping, ...layer } = upload.layer;
        const first = await uploadedBytes(pool, id).next();
        const head = first.done ? Buffer.alloc(0) : first.value.subarray(0, PREVIEW_BYTES);
        const { format, profile, problems } = await previewLayer(head, {
          kind: layer.kind,
          profile: upload.profile ?? undefined,
          mapping,
          isWhole: head.length >= file_bytes,
        });
        const [problem] = problems;
        if (problem !== undefined) throw new DomainError('rule_broken', 'UNREADABLE_FILE', `${problem}.`);
        const file_hash = await hashOfUpload(pool, id);
        const same = await sameLayer(pool, layer, file_hash);
        if (same !== undefined) {
          await dropUpload(pool, id);
          return answer(same);
        }
        await closeUpload(pool, id, { format, profile });
        const file = { file_name, file_bytes, file_hash, format, profile };
        await execute(environmentLayer, {
          stream: streams.environmentLayer(id),
          command: { type: 'register', layer_id: id, ...layer, ...file, ...(mapping && { mapping }) },
        });
        return answer(id);
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/geo/environment/layers/:id',
      may: MAY_CHANGE,
      summary: 'Take a layer away: candidates are assessed without it',
      params,
      response: z.object({ success: z.literal(true) }),
      handle: async ({ params: { id }, execute }) => {
        const { status } = await layerOf(pool, id);
        if (status === 'uploading') await dropUpload(pool, id);
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
      mayUpload: MAY_CHANGE,
      mayRead: MAY_READ,
      reads: READS,
      response: layerResponse,
      of: (id) => layerOf(pool, id),
      rejectedOf: (id) => rejectedOf(pool, id),
      nameOf: ({ kind }) => kind,
    }),
  ];
}
