import type { ReviewBody, Reviews } from '@landline/api/property/notes/review-contract';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { noteKeys } from '../keys.ts';

/** GET /api/geo/reviews/candidate/:id */
export const useReviews = (candidateId: string) =>
  useGet<Reviews>(
    noteKeys.reviews(candidateId),
    `/api/geo/reviews/candidate/${encodeURIComponent(candidateId)}`,
  );

/** POST /api/geo/reviews */
export const useSaveReview = (candidateId: string) =>
  useCommand(
    (body: ReviewBody) => request<unknown>('/api/geo/reviews', { method: 'POST', body }),
    [noteKeys.reviews(candidateId)],
  );
