import type {
  ErasureBody,
  ErasureRecord,
  erasuresResponse,
  FindBy,
  FoundPeople,
  findResponse,
  Retentions,
  retentionResponse,
} from '@landline/api/erasure/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

const PATH = '/api/admin/erasures';
const RUNNING_MS = 1_000;

/** GET /api/admin/erasures; asked again while somebody is being erased. */
export function useErasures() {
  return useQuery({
    queryKey: keys.erasures.list(),
    queryFn: async ({ signal }): Promise<ErasureRecord[]> =>
      (await request<z.infer<typeof erasuresResponse>>(PATH, { signal })).data,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'erasing') ? RUNNING_MS : false,
  });
}

/** GET /api/admin/erasures/find */
export function usePeople(query: { by: FindBy; sought: string; page: number }) {
  return useQuery({
    queryKey: keys.erasures.people(query.by, query.sought, query.page),
    queryFn: async ({ signal }): Promise<FoundPeople> =>
      await request<z.infer<typeof findResponse>>(`${PATH}/find`, { query, signal }),
  });
}

/** GET /api/admin/retention */
export function useRetentions() {
  return useQuery({
    queryKey: keys.erasures.retention(),
    queryFn: async ({ signal }): Promise<Retentions> =>
      (await request<z.infer<typeof retentionResponse>>('/api/admin/retention', { signal })).data,
  });
}

/** POST /api/admin/erasures, …/approve and …/decline; PUT /api/admin/retention/:clientId */
export function useErasureCommand<Variables>(
  send: (variables: Variables) => Promise<unknown>,
  onDone: () => void = () => undefined,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.erasures.all }),
  });
}

export const requestErasure = (body: ErasureBody) => request(PATH, { method: 'POST', body });
export const approveErasure = ({ id, confirmation }: { id: string; confirmation: string }) =>
  request(`${PATH}/${encodeURIComponent(id)}/approve`, { method: 'POST', body: { confirmation } });
export const declineErasure = (id: string) =>
  request(`${PATH}/${encodeURIComponent(id)}/decline`, { method: 'POST' });
export const setRetention = ({ clientId, days }: { clientId: string; days: number | null }) =>
  request(`/api/admin/retention/${encodeURIComponent(clientId)}`, { method: 'PUT', body: { days } });
