import type { DatabaseHealth, databaseHealth } from '@landline/api/health/contract';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import { useIsStaff } from '../../session/context.ts';
import { isBehind } from '../lag.ts';

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
    queryKey: keys.system.database(),
    queryFn: ({ signal }) => getDatabaseHealth(signal),
    enabled,
    refetchInterval: ({ state }) => pauseFor(state.data?.projections ?? []),
  });
}

/** What was asked for, and what is behind, is followed until it is done. */
function pauseFor(projections: DatabaseHealth['projections']): number | false {
  if (projections.some(({ building, requests }) => building !== null || requests.length > 0))
    return RUNNING_MS;
  return projections.some(isBehind) ? BEHIND_MS : false;
}
