import type { Branding, BrandingBody } from '@landline/api/branding/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET and POST /api/ai/settings/branding, or of a client. */
const path = (clientId: string | null) =>
  clientId === null
    ? '/api/ai/settings/branding'
    : `/api/ai/settings/branding/client/${encodeURIComponent(clientId)}`;

/** The branding of a client, or with null the global one. */
export function useBranding(clientId: string | null) {
  return useQuery({
    queryKey: keys.widget.branding(clientId),
    queryFn: ({ signal }) => request<Branding>(path(clientId), { signal }),
  });
}

export function useSaveBranding(clientId: string | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BrandingBody) => request<Branding>(path(clientId), { method: 'POST', body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.widget.all }),
  });
}
