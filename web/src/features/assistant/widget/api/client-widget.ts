import type {
  configurationBody,
  domainsResponse,
  SecurityResponse,
  SecuritySettings,
  secretResponse,
  VersionsResponse,
  versionResponse,
  WidgetConfiguration,
} from '@landline/api/assistant/widget/contract';
import type { z } from 'zod';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { useSend } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { widgetKeys } from '../keys.ts';

/** GET and POST /api/ai/widget/client/:clientId/… */
const path = (clientId: string, part: string) => apiPath`/api/ai/widget/client/${clientId}/${part}`;

const useRead = <T>(clientId: string, part: string, enabled = true) =>
  useGet<T>(widgetKeys.of(clientId, part), path(clientId, part), { enabled });

const useChange = <Body, T>(clientId: string, part: string) =>
  useSend<Body, T>('POST', path(clientId, part), [widgetKeys.all]);

type Domains = z.infer<typeof domainsResponse>;
export const useDomains = (clientId: string) => useRead<Domains>(clientId, 'domains');
export const useSaveDomains = (clientId: string) => useChange<Domains, Domains>(clientId, 'domains');

export const useSecurity = (clientId: string) => useRead<SecurityResponse>(clientId, 'security');
export const useSaveSecurity = (clientId: string) =>
  useChange<SecuritySettings, SecurityResponse>(clientId, 'security');
export const useNewSecret = (clientId: string) =>
  useChange<undefined, z.infer<typeof secretResponse>>(clientId, 'secret');

export const useConfiguration = (clientId: string, enabled = true) =>
  useRead<WidgetConfiguration>(clientId, 'configuration', enabled);
export const useSaveConfiguration = (clientId: string) =>
  useChange<z.input<typeof configurationBody>, WidgetConfiguration>(clientId, 'configuration');

export const useVersions = (clientId: string) => useRead<VersionsResponse>(clientId, 'versions');
export const useCreateVersion = (clientId: string) =>
  useChange<{ description: string }, z.infer<typeof versionResponse>>(clientId, 'version');
export const useSetDefaultVersion = (clientId: string) =>
  useChange<{ versionId: string }, { success: true }>(clientId, 'default-version');
