import { z } from 'zod';

/** Longest comment of a review, in characters. */
export const COMMENT_MAX = 1_000;
export const BEST_RATING = 5;

/** What somebody makes of a property, in stars and words. */
export const review = z.object({
  candidateId: z.string(),
  /** 1 to 5. */
  rating: z.int(),
  comment: z.string(),
  author: z.string(),
  /** Whether it is the viewer's own: another one takes its place. */
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

/** GET /api/geo/reviews/candidate/:id, newest first; `average` is null as long as there is none. */
export const reviewsResponse = z.object({
  success: z.literal(true),
  data: z.array(review),
  average: z.number().nullable(),
});
export type Reviews = Pick<z.infer<typeof reviewsResponse>, 'data' | 'average'>;

export const reviewedResponse = z.object({ success: z.literal(true), message: z.string() });
