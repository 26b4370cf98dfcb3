import type {
  BackupStatistics,
  Difference,
  differenceResponse,
  SystemVersion,
  statisticsResponse,
  versionsResponse,
} from '@landline/api/operations/system-versions/contract';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../../shared/http/request.ts';
import { systemVersionKeys } from '../keys.ts';

/** Polling interval during a rollback, in milliseconds. */
const RUNNING_MS = 1_000;

/** GET /api/ai/system/versions, newest first; polls while a rollback is running. */
export function useSystemVersions() {
  return useQuery({
    queryKey: systemVersionKeys.list(),
    queryFn: async ({ signal }): Promise<SystemVersion[]> =>
      (await request<z.infer<typeof versionsResponse>>('/api/ai/system/versions', { signal })).versions,
    refetchInterval: ({ state }) =>
      state.data?.some(({ rollback }) => rollback?.failure === null) ? RUNNING_MS : false,
  });
}

/** GET /api/ai/system/auto-backup-stats */
export function useBackupStatistics() {
  return useQuery({
    queryKey: systemVersionKeys.statistics(),
    queryFn: async ({ signal }): Promise<BackupStatistics> =>
      (await request<z.infer<typeof statisticsResponse>>('/api/ai/system/auto-backup-stats', { signal }))
        .statistics,
  });
}

/** GET /api/ai/system/versions/:id/difference: what a rollback would change; never cached. */
export function useDifference(id: string) {
  return useQuery({
    queryKey: systemVersionKeys.difference(id),
    queryFn: async ({ signal }): Promise<Difference> => {
      const path = `/api/ai/system/versions/${encodeURIComponent(id)}/difference`;
      return (await request<z.infer<typeof differenceResponse>>(path, { signal })).data;
    },
    gcTime: 0,
    staleTime: 0,
  });
}
