import type { layersResponse } from '@landline/api/environment/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

export const LAYERS = '/api/geo/environment/layers';

/** While something is under way it is asked for this often, beside what the live connection says. */
const POLL_MS = 2_000;

type Layers = z.infer<typeof layersResponse>['data'];
const isBusy = ({ layers, assessments }: Layers) =>
  [...layers, ...assessments].some(({ status }) => status === 'running');

/** GET /api/geo/environment/layers */
const layersQuery = () =>
  queryOptions({
    queryKey: keys.environment.layers(),
    queryFn: async ({ signal }) => (await request<{ data: Layers }>(LAYERS, { signal })).data,
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? POLL_MS : false),
  });

/** The layers that candidates are joined with, and how far that is. */
export const useLayers = () => useQuery(layersQuery());

/** DELETE /api/geo/environment/layers/:id */
export function useRemoveLayer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request<void>(`${LAYERS}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.environment.all }),
  });
}
