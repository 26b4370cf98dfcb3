import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { classification, propertyType } from '../vocabulary.ts';

const judged = { candidate_id: z.string(), dataset_key: z.string(), scope: z.string() };

export const judgementEvents = {
  PropertyClassified: defineEvent({
    data: z.object({
      ...judged,
      judged_by: z.string(),
      property_type: propertyType,
      classification,
      /** The reasoning, at most 500 characters; free text of the person who judged. */
      notes: z.string(),
      factor_ids: z.array(z.string()),
      /** The score that the person saw, 0 to 100 with one decimal; null for N/A. */
      original_score: z.number().nullable(),
    }),
    personal: [{ fields: ['notes'], subject: (data) => `user:${data.judged_by}` }],
  }),
  ClassificationRemoved: defineEvent({ data: z.object({ ...judged, property_type: propertyType }) }),
};
