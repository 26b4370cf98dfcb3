import type {
  ErasureBody,
  ErasureRecord,
  erasuresResponse,
  FindBy,
  FoundPeople,
  findResponse,
  Retentions,
  retentionResponse,
} from '@landline/api/operations/erasure/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../../shared/http/request.ts';
import { erasureKeys } from '../keys.ts';

const PATH = '/api/admin/erasures';
/** Polling interval during an erasure, in milliseconds. */
const RUNNING_MS = 1_000;

/** GET /api/admin/erasures; polls while an erasure is running. */
export function useErasures() {
  return useQuery({
    queryKey: erasureKeys.list(),
    queryFn: async ({ signal }): Promise<ErasureRecord[]> =>
      (await request<z.infer<typeof erasuresResponse>>(PATH, { signal })).data,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'erasing') ? RUNNING_MS : false,
  });
}

/** GET /api/admin/erasures/find */
export function usePeople(query: { by: FindBy; term: string; page: number }) {
  return useQuery({
    queryKey: erasureKeys.people(query.by, query.term, query.page),
    queryFn: async ({ signal }): Promise<FoundPeople> =>
      await request<z.infer<typeof findResponse>>(`${PATH}/find`, {
        query: { by: query.by, sought: query.term, page: query.page },
        signal,
      }),
  });
}

/** GET /api/admin/retention */
export function useRetentions() {
  return useQuery({
    queryKey: erasureKeys.retention(),
    queryFn: async ({ signal }): Promise<Retentions> =>
      (await request<z.infer<typeof retentionResponse>>('/api/admin/retention', { signal })).data,
  });
}

/** Runs one of the commands below and refetches the lists. */
export function useErasureCommand<Variables>(
  send: (variables: Variables) => Promise<unknown>,
  onDone: () => void = () => undefined,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: erasureKeys.all }),
  });
}

export const requestErasure = (body: ErasureBody) => request(PATH, { method: 'POST', body });
export const approveErasure = ({ id, confirmation }: { id: string; confirmation: string }) =>
  request(`${PATH}/${encodeURIComponent(id)}/approve`, { method: 'POST', body: { confirmation } });
export const declineErasure = (id: string) =>
  request(`${PATH}/${encodeURIComponent(id)}/decline`, { method: 'POST' });
export const setRetention = ({ clientId, days }: { clientId: string; days: number | null }) =>
  request(`/api/admin/retention/${encodeURIComponent(clientId)}`, { method: 'PUT', body: { days } });
