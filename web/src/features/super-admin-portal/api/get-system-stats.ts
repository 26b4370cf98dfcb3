import type { SystemStats } from '@landline/api/stats/contract';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import { useIsStaff } from '../../session/context.ts';

/** GET /api/system-stats */
const getSystemStats = (signal: AbortSignal) => request<SystemStats>('/api/system-stats', { signal });

export function useSystemStats() {
  const enabled = useIsStaff('SuperAdmin');
  return useQuery({
    queryKey: keys.system.stats(),
    queryFn: ({ signal }) => getSystemStats(signal),
    enabled,
  });
}
