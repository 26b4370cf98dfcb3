import type { DashboardOverview } from '@landline/api/clients/clients/contract';
import { useGetData } from '../../../../shared/http/use-get.ts';
import type { SignedInClient } from '../../../platform/session/user.ts';
import { clientKeys } from '../../clients/keys.ts';

type OverviewData = DashboardOverview['data'];
/** The email is missing until the overview has loaded; the session provides the other account fields. */
export interface Overview extends Pick<OverviewData, 'services'> {
  account: Omit<OverviewData['account'], 'email'> & Partial<Pick<OverviewData['account'], 'email'>>;
}

/**
 * GET /api/ai/client-dashboard/overview, for the signed-in or impersonated client. Returns the client's data from the
 * session until the overview is loaded.
 */
export const useOverview = (client: SignedInClient) =>
  useGetData<Overview>(clientKeys.overview(client.id), '/api/ai/client-dashboard/overview', {
    placeholderData: overviewFromSession(client),
  });

function overviewFromSession({
  id,
  name,
  planTier,
  has_ai_assistant,
  has_geo_leads,
}: SignedInClient): Overview {
  return {
    account: { id, name, planTier },
    services: [
      ...(has_ai_assistant ? [{ key: 'ai_assistant' as const, name: 'AI Assistant' }] : []),
      ...(has_geo_leads ? [{ key: 'geo_leads' as const, name: 'Property Finder' }] : []),
    ],
  };
}
