import type {
  AiSystemConfig,
  ClientSystemStatus,
  SecurityConfig,
} from '@landline/api/operations/system-health/status-contract';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { request } from '../../../../shared/http/request.ts';
import { useIsStaff } from '../../../platform/session/context.ts';
import { systemKeys } from '../keys.ts';

/** Loads the metrics of a system page. */
function useMetrics<T>(path: string, queryKey: QueryKey) {
  const enabled = useIsStaff('SuperAdmin');
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await request<{ data: T }>(path, { signal })).data,
    enabled,
  });
}

/** GET /api/admin/ai-system-config */
export const useAiSystemConfig = () =>
  useMetrics<AiSystemConfig>('/api/admin/ai-system-config', systemKeys.ai());

/** GET /api/admin/client-system-status */
export const useClientSystemStatus = () =>
  useMetrics<ClientSystemStatus>('/api/admin/client-system-status', systemKeys.clients());

/** GET /api/admin/security-config */
export const useSecurityConfig = () =>
  useMetrics<SecurityConfig>('/api/admin/security-config', systemKeys.security());
