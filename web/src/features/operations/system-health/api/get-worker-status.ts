import type { WorkerStatus } from '@landline/api/assistant/website/contract';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../../shared/http/request.ts';
import { systemKeys } from '../keys.ts';

/** Polling interval, in milliseconds; a stopped worker sends no event. */
const POLL_MS = 15_000;

/** GET /api/ai/scraping/worker-status */
export const useWorkerStatus = () =>
  useQuery({
    queryKey: systemKeys.worker(),
    queryFn: ({ signal }) => request<WorkerStatus>('/api/ai/scraping/worker-status', { signal }),
    refetchInterval: POLL_MS,
  });
