import type { DashboardOverview } from '@landline/api/clients/contract';
import type { SignedInClient } from '@landline/api/identity/contract';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

type Answer = DashboardOverview['data'];
/** Of the account, everything but its address is known from the session. */
export interface Overview extends Pick<Answer, 'services'> {
  account: Omit<Answer['account'], 'email'> & Partial<Pick<Answer['account'], 'email'>>;
}

/** GET /api/ai/client-dashboard/overview: of the client that is signed in, or acted as. */
async function getOverview(signal: AbortSignal): Promise<Overview> {
  const { data } = await request<DashboardOverview>('/api/ai/client-dashboard/overview', { signal });
  return data;
}

/** Until it has come, what the session knows of the client; not whom the client is reached by. */
export const useOverview = (client: SignedInClient) =>
  useQuery({
    queryKey: keys.clients.overview(client.id),
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
