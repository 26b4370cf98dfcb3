import { z } from 'zod';
import { dataResponse } from '../../platform/http/response-contract.ts';

/** Maximum comment length in characters. */
const COMMENT_MAX = 1_000;
export const BEST_RATING = 5;

export const review = z.object({
  candidateId: z.string(),
  /** 1 to 5. */
  rating: z.int(),
  comment: z.string(),
  author: z.string(),
  /** True for the viewer's own review, which a new one replaces. */
  own: z.boolean(),
  createdAt: z.string(),
});
export type Review = z.infer<typeof review>;

export const reviewBody = z.object({
  candidateId: z.uuid(),
  rating: z.number().int().min(1).max(BEST_RATING),
  comment: z.string().trim().max(COMMENT_MAX, `A review cannot exceed ${COMMENT_MAX} characters`).default(''),
});
export type ReviewBody = z.input<typeof reviewBody>;

/** GET /api/geo/reviews/candidate/:id, newest first; `average` is null if there are no reviews. */
export const reviewsResponse = dataResponse(z.array(review)).extend({ average: z.number().nullable() });
export type Reviews = Pick<z.infer<typeof reviewsResponse>, 'data' | 'average'>;
