import type { SystemStats } from '@landline/api/operations/system-health/status-contract';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../../shared/http/request.ts';
import { useIsStaff } from '../../../platform/session/context.ts';
import { systemKeys } from '../keys.ts';

/** GET /api/system-stats */
const getSystemStats = (signal: AbortSignal) => request<SystemStats>('/api/system-stats', { signal });

export function useSystemStats() {
  const enabled = useIsStaff('SuperAdmin');
  return useQuery({
    queryKey: systemKeys.stats(),
    queryFn: ({ signal }) => getSystemStats(signal),
    enabled,
  });
}
