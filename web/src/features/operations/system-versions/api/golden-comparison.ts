import type { GoldenComparison } from '@landline/api/operations/system-versions/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { request } from '../../../../shared/http/request.ts';
import { systemVersionKeys } from '../keys.ts';

/** Polling interval while questions are being asked, in milliseconds. */
const POLL_MS = 1_000;

/**
 * Requests golden question runs with a version's prompts when the rollback dialog opens, then polls the comparison with
 * the current results until the runs complete or fail.
 */
export function useGoldenComparison(id: string) {
  const path = apiPath`/api/ai/system/versions/${id}/golden-questions`;
  const isRequested = useRef(false);
  return useQuery({
    queryKey: systemVersionKeys.golden(id),
    queryFn: async ({ signal }) => {
      if (!isRequested.current) await request(path, { method: 'POST' });
      isRequested.current = true;
      return request<GoldenComparison>(path, { signal });
    },
    gcTime: 0,
    staleTime: 0,
    refetchInterval: ({ state }) => (isPending(state.data?.status) ? POLL_MS : false),
  });
}

const isPending = (status: GoldenComparison['status'] | undefined) =>
  status === 'not_asked' || status === 'running';
