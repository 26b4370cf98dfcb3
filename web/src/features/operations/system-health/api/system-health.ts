import type { WorkerStatus } from '@landline/api/assistant/website/contract';
import type {
  AiSystemConfig,
  ClientSystemStatus,
  SecurityConfig,
  SystemStats,
} from '@landline/api/operations/system-health/status-contract';
import type { QueryKey } from '@tanstack/react-query';
import { useGet, useGetData } from '../../../../shared/http/use-get.ts';
import { useIsStaff } from '../../../platform/session/context.ts';
import { systemKeys } from '../keys.ts';

/** Polling interval, in milliseconds; a worker that stops sends no event that could trigger a refetch. */
const POLL_MS = 15_000;

/** Queries the `data` of a metrics route for SuperAdmins. */
const useMetrics = <T>(path: string, queryKey: QueryKey) =>
  useGetData<T>(queryKey, path, { enabled: useIsStaff('SuperAdmin') });

/** GET /api/admin/ai-system-config */
export const useAiSystemConfig = () =>
  useMetrics<AiSystemConfig>('/api/admin/ai-system-config', systemKeys.ai());

/** GET /api/admin/client-system-status */
export const useClientSystemStatus = () =>
  useMetrics<ClientSystemStatus>('/api/admin/client-system-status', systemKeys.clients());

/** GET /api/admin/security-config */
export const useSecurityConfig = () =>
  useMetrics<SecurityConfig>('/api/admin/security-config', systemKeys.security());

/** GET /api/system-stats */
export const useSystemStats = () =>
  useGet<SystemStats>(systemKeys.stats(), '/api/system-stats', { enabled: useIsStaff('SuperAdmin') });

/** GET /api/ai/scraping/worker-status */
export const useWorkerStatus = () =>
  useGet<WorkerStatus>(systemKeys.worker(), '/api/ai/scraping/worker-status', {
    enabled: useIsStaff('SuperAdmin'),
    refetchInterval: POLL_MS,
  });
