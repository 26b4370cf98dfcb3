import type { ReviewBody, Reviews, reviewedResponse } from '@landline/api/reviews/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/geo/reviews/candidate/:id */
const listReviews = (candidateId: string, signal: AbortSignal) =>
  request<Reviews>(`/api/geo/reviews/candidate/${encodeURIComponent(candidateId)}`, { signal });

/** What people make of a candidate. */
export const useReviews = (candidateId: string) =>
  useQuery({
    queryKey: keys.notes.reviews(candidateId),
    queryFn: ({ signal }) => listReviews(candidateId, signal),
  });

/** POST /api/geo/reviews */
const saveReview = (body: ReviewBody) =>
  request<z.infer<typeof reviewedResponse>>('/api/geo/reviews', { method: 'POST', body });

export function useSaveReview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: saveReview,
    onSuccess: ({ message: _ }, { candidateId }) =>
      queryClient.invalidateQueries({ queryKey: keys.notes.reviews(candidateId) }),
  });
}
