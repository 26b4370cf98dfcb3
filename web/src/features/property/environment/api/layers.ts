import type {
  CreateLayerBody,
  LayerPreview,
  LayerStatus,
  layersResponse,
} from '@landline/api/property/environment/contract';
import { CHUNK_BYTES, PREVIEW_BYTES } from '@landline/api/property/imports/contract';
import type { LayerKind } from '@landline/event-schemas';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { type Call, request, requestData } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { useGetData } from '../../../../shared/http/use-get.ts';
import { fileKey } from '../../imports/file-key.ts';
import { environmentKeys } from '../keys.ts';

const LAYERS = '/api/geo/environment/layers';
const pathOf = (id: string) => `${LAYERS}/${encodeURIComponent(id)}`;

/** Polling interval while an import or assessment runs, in milliseconds. */
const POLL_MS = 2_000;

type Layers = z.infer<typeof layersResponse>['data'];
const isBusy = ({ layers, assessments }: Layers) =>
  [...layers, ...assessments].some(({ status }) => status === 'running');

/** GET /api/geo/environment/layers: the layers, and the progress of assessing candidates against them. */
export const useLayers = () =>
  useGetData<Layers>(environmentKeys.layers(), LAYERS, {
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? POLL_MS : false),
  });

/** DELETE /api/geo/environment/layers/:id */
export const useRemoveLayer = () =>
  useCommand((id: string) => request<void>(pathOf(id), { method: 'DELETE' }), [environmentKeys.all]);

/** Returns the path of the CSV with a layer's rejected rows. */
export const rejectedFilePath = (id: string) => `${pathOf(id)}/rejected.csv`;

/** POST /api/geo/environment/layers/preview: shows how a file would be read as a layer of this kind. */
export const useLayerPreview = (file: File, kind: LayerKind) =>
  useQuery({
    queryKey: environmentKeys.preview(fileKey(file), kind),
    queryFn: ({ signal }) =>
      requestData<LayerPreview>(`${LAYERS}/preview`, {
        method: 'POST',
        query: { kind, file_name: file.name, file_bytes: file.size },
        body: file.slice(0, PREVIEW_BYTES),
        signal,
      }),
  });

/** Uploads a layer's file in chunks and starts its import. A retry of the same layer resumes after the last stored chunk. */
export function useImportLayer(file: File) {
  const upload = useRef<{ id: string; fields: string }>(undefined);
  const [controller] = useState(() => new AbortController());
  const [bytesSent, setBytesSent] = useState(0);
  const send = useCommand(
    async (body: CreateLayerBody) => {
      const call = (path: string, options: Call = {}) =>
        requestData<LayerStatus>(path, { ...options, signal: controller.signal });
      const fields = JSON.stringify(body);
      let layer =
        upload.current?.fields === fields
          ? await call(pathOf(upload.current.id))
          : await call(LAYERS, { method: 'POST', body });
      upload.current = { id: layer.layer_id, fields };
      const path = pathOf(layer.layer_id);
      while (layer.bytes_received < file.size) {
        setBytesSent(layer.bytes_received);
        const chunk = file.slice(layer.bytes_received, layer.bytes_received + CHUNK_BYTES);
        layer = await call(`${path}/chunks/${layer.next_chunk}`, { method: 'PUT', body: chunk });
      }
      setBytesSent(file.size);
      return call(`${path}/start`, { method: 'POST', body: {} });
    },
    [environmentKeys.all],
  );
  return { send, bytesSent, cancel: () => controller.abort() };
}
export type LayerImport = ReturnType<typeof useImportLayer>;
