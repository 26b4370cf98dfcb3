import type { closeClientResponse } from '@landline/api/clients/contract';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { useClientsChanged } from '../use-clients-changed.ts';

/** POST /api/ai/clients/:id/close */
const closeClient = (clientId: string, confirmation: string) =>
  request<z.infer<typeof closeClientResponse>>(`/api/ai/clients/${encodeURIComponent(clientId)}/close`, {
    method: 'POST',
    body: { confirmation },
  });

export function useCloseClient(clientId: string) {
  const changed = useClientsChanged();
  return useMutation({
    mutationFn: (confirmation: string) => closeClient(clientId, confirmation),
    onSuccess: changed,
  });
}
