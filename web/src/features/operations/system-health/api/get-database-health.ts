import type { DatabaseHealth, databaseHealth } from '@landline/api/operations/system-health/contract';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../../shared/http/request.ts';
import { useIsStaff } from '../../../platform/session/context.ts';
import { systemKeys } from '../keys.ts';
import { isBehind } from '../projection-lag.ts';

const RUNNING_MS = 1_000;
const BEHIND_MS = 5_000;

/** GET /api/admin/database-health */
async function getDatabaseHealth(signal: AbortSignal): Promise<DatabaseHealth> {
  const { data } = await request<z.infer<typeof databaseHealth>>('/api/admin/database-health', { signal });
  return data;
}

export function useDatabaseHealth() {
  const enabled = useIsStaff('SuperAdmin');
  return useQuery({
    queryKey: systemKeys.database(),
    queryFn: ({ signal }) => getDatabaseHealth(signal),
    enabled,
    refetchInterval: ({ state }) => pollingInterval(state.data?.projections ?? []),
  });
}

/** Returns the polling interval while read models are rebuilding or behind. */
function pollingInterval(projections: DatabaseHealth['projections']): number | false {
  if (projections.some(({ building, requests }) => building !== null || requests.length > 0))
    return RUNNING_MS;
  return projections.some(isBehind) ? BEHIND_MS : false;
}
