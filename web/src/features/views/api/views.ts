import type {
  SavedView,
  ViewBody,
  ViewChanges,
  viewRemovedResponse,
  viewResponse,
  viewsResponse,
} from '@landline/api/views/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

type ViewAnswer = z.infer<typeof viewResponse>;

/** GET /api/geo/views */
async function listViews(datasetKey: string, signal: AbortSignal): Promise<SavedView[]> {
  const { data } = await request<z.infer<typeof viewsResponse>>('/api/geo/views', {
    query: { datasetKey },
    signal,
  });
  return data;
}

/** The saved views of a dataset, by name. */
export const useViews = (datasetKey: string) =>
  useQuery({
    queryKey: keys.views.of(datasetKey),
    queryFn: ({ signal }) => listViews(datasetKey, signal),
  });

/** POST /api/geo/views */
const saveView = (body: ViewBody) => request<ViewAnswer>('/api/geo/views', { method: 'POST', body });

/** PUT /api/geo/views/:id */
const changeView = ({ id, ...body }: ViewChanges & { id: string }) =>
  request<ViewAnswer>(`/api/geo/views/${encodeURIComponent(id)}`, { method: 'PUT', body });

/** DELETE /api/geo/views/:id */
const removeView = (id: string) =>
  request<z.infer<typeof viewRemovedResponse>>(`/api/geo/views/${encodeURIComponent(id)}`, {
    method: 'DELETE',
  });

function useViewsChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keys.views.all });
}

export const useSaveView = () => useMutation({ mutationFn: saveView, onSuccess: useViewsChanged() });
export const useChangeView = () => useMutation({ mutationFn: changeView, onSuccess: useViewsChanged() });
export const useRemoveView = () => useMutation({ mutationFn: removeView, onSuccess: useViewsChanged() });
