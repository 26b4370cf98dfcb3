import type { DashboardOverview } from '@landline/api/clients/clients/contract';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../../shared/http/request.ts';
import type { SignedInClient } from '../../../platform/session/user.ts';
import { clientKeys } from '../../clients/keys.ts';

type Answer = DashboardOverview['data'];
/** The email is missing until the overview has loaded; the session provides the other account fields. */
export interface Overview extends Pick<Answer, 'services'> {
  account: Omit<Answer['account'], 'email'> & Partial<Pick<Answer['account'], 'email'>>;
}

/** GET /api/ai/client-dashboard/overview: the signed-in or impersonated client */
async function getOverview(signal: AbortSignal): Promise<Overview> {
  const { data } = await request<DashboardOverview>('/api/ai/client-dashboard/overview', { signal });
  return data;
}

/** Shows the session's data of the client until the overview is loaded. */
export const useOverview = (client: SignedInClient) =>
  useQuery({
    queryKey: clientKeys.overview(client.id),
    queryFn: ({ signal }) => getOverview(signal),
    placeholderData: knownOf(client),
  });

function knownOf({ id, name, planTier, has_ai_assistant, has_geo_leads }: SignedInClient): Overview {
  return {
    account: { id, name, planTier },
    services: [
      ...(has_ai_assistant ? [{ key: 'ai_assistant' as const, name: 'AI Assistant' }] : []),
      ...(has_geo_leads ? [{ key: 'geo_leads' as const, name: 'Property Finder' }] : []),
    ],
  };
}
