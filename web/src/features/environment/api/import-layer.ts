import type { CreateLayerBody, LayerPreview, LayerStatus } from '@landline/api/environment/contract';
import { CHUNK_BYTES, PREVIEW_BYTES } from '@landline/api/imports/contract';
import type { LayerKind } from '@landline/event-schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import { LAYERS } from './layers.ts';

type Answer<T> = { data: T };

/** POST /api/geo/environment/layers/preview: how a file would be read as facilities of a kind. */
export const useLayerPreview = (file: File, kind: LayerKind) =>
  useQuery({
    queryKey: keys.environment.preview(`${file.name}/${file.size}/${file.lastModified}`, kind),
    queryFn: async ({ signal }) => {
      const { data } = await request<Answer<LayerPreview>>(`${LAYERS}/preview`, {
        method: 'POST',
        query: { kind, file_name: file.name, file_bytes: file.size },
        body: file.slice(0, PREVIEW_BYTES),
        signal,
      });
      return data;
    },
  });

/** Uploads a layer's file in chunks and starts its import. Tried again, it goes on where it broke off. */
export function useImportLayer(file: File) {
  const queryClient = useQueryClient();
  const begun = useRef<LayerStatus>(undefined);
  const [sent, setSent] = useState(0);
  const send = useMutation({
    mutationFn: async (body: CreateLayerBody) => {
      const known = begun.current;
      const path = known && `${LAYERS}/${known.layer_id}`;
      const { data } = path
        ? await request<Answer<LayerStatus>>(path)
        : await request<Answer<LayerStatus>>(LAYERS, { method: 'POST', body });
      begun.current = data;
      let now = data;
      while (now.bytes_received < file.size) {
        setSent(now.bytes_received);
        const chunk = file.slice(now.bytes_received, now.bytes_received + CHUNK_BYTES);
        const to = `${LAYERS}/${now.layer_id}/chunks/${now.next_chunk}`;
        now = (await request<Answer<LayerStatus>>(to, { method: 'PUT', body: chunk })).data;
      }
      setSent(file.size);
      return (
        await request<Answer<LayerStatus>>(`${LAYERS}/${now.layer_id}/start`, { method: 'POST', body: {} })
      ).data;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.environment.all }),
  });
  return { send, sent };
}
