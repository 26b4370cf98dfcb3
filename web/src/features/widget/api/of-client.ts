import type {
  configurationBody,
  domainsAnswer,
  SecurityAnswer,
  SecuritySettings,
  secretAnswer,
  VersionsAnswer,
  versionAnswer,
  WidgetConfiguration,
} from '@landline/api/widget/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET and POST /api/ai/widget/client/:clientId/…: each is read and changed alike. */
const path = (clientId: string, what: string) =>
  `/api/ai/widget/client/${encodeURIComponent(clientId)}/${what}`;

function useRead<T>(clientId: string, what: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: keys.widget.of(clientId, what),
    queryFn: ({ signal }) => request<T>(path(clientId, what), { signal }),
  });
}

function useChange<Body, T>(clientId: string, what: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => request<T>(path(clientId, what), { method: 'POST', body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.widget.all }),
  });
}

type Domains = z.infer<typeof domainsAnswer>;
export const useDomains = (clientId: string) => useRead<Domains>(clientId, 'domains');
export const useSaveDomains = (clientId: string) => useChange<Domains, Domains>(clientId, 'domains');

export const useSecurity = (clientId: string) => useRead<SecurityAnswer>(clientId, 'security');
export const useSaveSecurity = (clientId: string) =>
  useChange<SecuritySettings, SecurityAnswer>(clientId, 'security');
export const useNewSecret = (clientId: string) =>
  useChange<undefined, z.infer<typeof secretAnswer>>(clientId, 'secret');

export const useConfiguration = (clientId: string, wanted = true) =>
  useRead<WidgetConfiguration>(clientId, 'configuration', wanted);
export const useSaveConfiguration = (clientId: string) =>
  useChange<z.input<typeof configurationBody>, WidgetConfiguration>(clientId, 'configuration');

export const useVersions = (clientId: string) => useRead<VersionsAnswer>(clientId, 'versions');
export const useCreateVersion = (clientId: string) =>
  useChange<{ description: string }, z.infer<typeof versionAnswer>>(clientId, 'version');
export const useSetDefaultVersion = (clientId: string) =>
  useChange<{ versionId: string }, { success: true }>(clientId, 'default-version');
