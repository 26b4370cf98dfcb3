import type { digestResponse } from '@landline/api/digest/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

type DigestAnswer = z.infer<typeof digestResponse>;

/** GET /api/geo/digest: whether new premium leads are mailed to the reader. */
export const useDigest = (enabled: boolean) =>
  useQuery({
    queryKey: keys.digest(),
    queryFn: ({ signal }) => request<DigestAnswer>('/api/geo/digest', { signal }),
    select: ({ data }) => data.subscribed,
    enabled,
  });

/** PUT /api/geo/digest */
export function useSetDigest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (subscribed: boolean) =>
      request<DigestAnswer>('/api/geo/digest', { method: 'PUT', body: { subscribed } }),
    onSuccess: (answer) => queryClient.setQueryData(keys.digest(), answer),
  });
}
