import type {
  RollbackPreview,
  statisticsResponse,
  versionsResponse,
} from '@landline/api/operations/system-versions/contract';
import type { z } from 'zod';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { useGet, useGetData } from '../../../../shared/http/use-get.ts';
import { systemVersionKeys } from '../keys.ts';

/** Polling interval during a rollback, in milliseconds. */
const POLL_MS = 1_000;

type Versions = z.infer<typeof versionsResponse>;
type Statistics = z.infer<typeof statisticsResponse>;

/** GET /api/ai/system/versions, newest first; polls while a rollback is running. */
export const useSystemVersions = () =>
  useGet<Versions, Versions['versions']>(systemVersionKeys.list(), '/api/ai/system/versions', {
    select: ({ versions }) => versions,
    refetchInterval: ({ state }) =>
      state.data?.versions.some(({ rollback }) => rollback?.failure === null) ? POLL_MS : false,
  });

/** GET /api/ai/system/auto-backup-stats */
export const useBackupStatistics = () =>
  useGet<Statistics, Statistics['statistics']>(
    systemVersionKeys.statistics(),
    '/api/ai/system/auto-backup-stats',
    { select: ({ statistics }) => statistics },
  );

/** GET /api/ai/system/versions/:id/difference: what a rollback would change; never cached. */
export const useDifference = (id: string) =>
  useGetData<RollbackPreview>(
    systemVersionKeys.difference(id),
    apiPath`/api/ai/system/versions/${id}/difference`,
    { gcTime: 0, staleTime: 0 },
  );
