import type { AccessRecord, clientAccessResponse } from '@landline/api/grants/contract';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/geo/datasets/client-access/:clientId */
async function listClientAccess(clientId: string, signal: AbortSignal): Promise<AccessRecord[]> {
  const path = `/api/geo/datasets/client-access/${encodeURIComponent(clientId)}`;
  return (await request<z.infer<typeof clientAccessResponse>>(path, { signal })).datasets;
}

/** What a client was granted. */
export const useClientAccess = (clientId: string) =>
  useQuery({
    queryKey: keys.grants.of(clientId),
    queryFn: ({ signal }) => listClientAccess(clientId, signal),
  });
