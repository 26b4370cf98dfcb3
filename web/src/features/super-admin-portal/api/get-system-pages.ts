import type { AiSystemConfig, ClientSystemStatus, SecurityConfig } from '@landline/api/system/contract';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import { useIsStaff } from '../../session/context.ts';

/** One of the system pages' calls: measured when it is asked. */
function useMeasured<T>(path: string, queryKey: QueryKey) {
  const enabled = useIsStaff('SuperAdmin');
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await request<{ data: T }>(path, { signal })).data,
    enabled,
  });
}

/** GET /api/admin/ai-system-config */
export const useAiSystemConfig = () =>
  useMeasured<AiSystemConfig>('/api/admin/ai-system-config', keys.system.ai());

/** GET /api/admin/client-system-status */
export const useClientSystemStatus = () =>
  useMeasured<ClientSystemStatus>('/api/admin/client-system-status', keys.system.clients());

/** GET /api/admin/security-config */
export const useSecurityConfig = () =>
  useMeasured<SecurityConfig>('/api/admin/security-config', keys.system.security());
