import type { ReviewBody, Reviews } from '@landline/api/property/notes/review-contract';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { useSend } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { noteKeys } from '../keys.ts';

/** GET /api/geo/reviews/candidate/:id */
export const useReviews = (candidateId: string) =>
  useGet<Reviews>(noteKeys.reviews(candidateId), apiPath`/api/geo/reviews/candidate/${candidateId}`);

/** POST /api/geo/reviews */
export const useSaveReview = (candidateId: string) =>
  useSend<ReviewBody>('POST', '/api/geo/reviews', [noteKeys.reviews(candidateId)]);
