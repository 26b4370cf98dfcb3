import type {
  ErasureBody,
  ErasureRecord,
  FindBy,
  FoundPeople,
  Retentions,
} from '@landline/api/operations/erasure/contract';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { useGet, useGetData } from '../../../../shared/http/use-get.ts';
import { erasureKeys } from '../keys.ts';

const PATH = '/api/admin/erasures';
/** Polling interval during an erasure, in milliseconds. */
const POLL_MS = 1_000;

/** GET /api/admin/erasures; polls while an erasure is running. */
export const useErasures = () =>
  useGetData<ErasureRecord[]>(erasureKeys.list(), PATH, {
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'erasing') ? POLL_MS : false,
  });

/** GET /api/admin/erasures/find */
export const usePeople = ({ by, term, page }: { by: FindBy; term: string; page: number }) =>
  useGet<FoundPeople>(erasureKeys.people(by, term, page), `${PATH}/find`, {
    query: { by, sought: term, page },
  });

/** GET /api/admin/retention */
export const useRetentions = () => useGetData<Retentions>(erasureKeys.retention(), '/api/admin/retention');

/** Runs one of the commands below and refetches the lists. */
export const useErasureCommand = <Variables>(
  send: (variables: Variables) => Promise<unknown>,
  onDone?: () => void,
) => useCommand(send, [erasureKeys.all], onDone);

export const requestErasure = (body: ErasureBody) => request(PATH, { method: 'POST', body });
export const approveErasure = ({ id, confirmation }: { id: string; confirmation: string }) =>
  request(apiPath`/api/admin/erasures/${id}/approve`, { method: 'POST', body: { confirmation } });
export const declineErasure = (id: string) =>
  request(apiPath`/api/admin/erasures/${id}/decline`, { method: 'POST' });
export const setRetention = ({ clientId, days }: { clientId: string; days: number | null }) =>
  request(apiPath`/api/admin/retention/${clientId}`, { method: 'PUT', body: { days } });
