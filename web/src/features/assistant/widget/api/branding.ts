import type { Branding, BrandingBody } from '@landline/api/assistant/branding/contract';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { useSend } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { widgetKeys } from '../keys.ts';

/** GET and POST /api/ai/settings/branding, globally or for a client. */
const path = (clientId: string | null) =>
  clientId === null ? '/api/ai/settings/branding' : apiPath`/api/ai/settings/branding/client/${clientId}`;

/** Returns a client's branding, or the global one for null. */
export const useBranding = (clientId: string | null) =>
  useGet<Branding>(widgetKeys.branding(clientId), path(clientId));

export const useSaveBranding = (clientId: string | null) =>
  useSend<BrandingBody, Branding>('POST', path(clientId), [widgetKeys.all]);
