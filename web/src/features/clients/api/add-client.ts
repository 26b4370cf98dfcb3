import type { AddClientBody, ClientRecord } from '@landline/api/clients/contract';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { useClientsChanged } from '../use-clients-changed.ts';

/** POST /api/ai/clients */
const addClient = (body: AddClientBody) => request<ClientRecord>('/api/ai/clients', { method: 'POST', body });

export function useAddClient() {
  const changed = useClientsChanged();
  return useMutation({ mutationFn: addClient, onSuccess: changed });
}
