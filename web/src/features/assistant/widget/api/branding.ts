import type { Branding, BrandingBody } from '@landline/api/assistant/branding/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../../shared/http/request.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { widgetKeys } from '../keys.ts';

/** GET and POST /api/ai/settings/branding, globally or for a client. */
const path = (clientId: string | null) =>
  clientId === null
    ? '/api/ai/settings/branding'
    : `/api/ai/settings/branding/client/${encodeURIComponent(clientId)}`;

/** Returns a client's branding, or the global one for null. */
export function useBranding(clientId: string | null) {
  return useGet<Branding>(widgetKeys.branding(clientId), path(clientId));
}

export function useSaveBranding(clientId: string | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BrandingBody) => request<Branding>(path(clientId), { method: 'POST', body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: widgetKeys.all }),
  });
}
