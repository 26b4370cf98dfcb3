import type { DatabaseHealth, databaseHealth } from '@landline/api/health/contract';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import { useIsStaff } from '../../session/context.ts';

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
  });
}
