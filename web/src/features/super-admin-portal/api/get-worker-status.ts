import type { WorkerStatus } from '@landline/api/scraping/contract';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** A worker that goes away says nothing: it is asked for. */
const POLL_MS = 15_000;

/** GET /api/ai/scraping/worker-status */
export const useWorkerStatus = () =>
  useQuery({
    queryKey: keys.system.worker(),
    queryFn: ({ signal }) => request<WorkerStatus>('/api/ai/scraping/worker-status', { signal }),
    refetchInterval: POLL_MS,
  });
