import type { ClientRecord, EditClientBody } from '@landline/api/clients/contract';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { useClientsChanged } from '../use-clients-changed.ts';

/** PATCH /api/ai/clients/:id */
const editClient = (clientId: string, body: EditClientBody) =>
  request<ClientRecord>(`/api/ai/clients/${encodeURIComponent(clientId)}`, { method: 'PATCH', body });

export function useEditClient(clientId: string) {
  const changed = useClientsChanged();
  return useMutation({
    mutationFn: (body: EditClientBody) => editClient(clientId, body),
    onSuccess: changed,
  });
}
