import type { ReviewBody, Reviews } from '@landline/api/property/notes/review-contract';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { noteKeys } from '../keys.ts';

/** GET /api/geo/reviews/candidate/:id */
export const useReviews = (candidateId: string) =>
  useQuery({
    queryKey: noteKeys.reviews(candidateId),
    queryFn: ({ signal }) =>
      request<Reviews>(`/api/geo/reviews/candidate/${encodeURIComponent(candidateId)}`, { signal }),
  });

/** POST /api/geo/reviews */
export const useSaveReview = (candidateId: string) =>
  useCommand(
    (body: ReviewBody) => request<unknown>('/api/geo/reviews', { method: 'POST', body }),
    [noteKeys.reviews(candidateId)],
  );
