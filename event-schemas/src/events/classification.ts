import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { guid, key } from '../fields.ts';
import { classification, propertyType } from '../vocabulary.ts';

const candidate = { candidate_id: guid(), dataset_key: key(), scope: key() };

export const classificationEvents = {
  PropertyClassified: defineEvent({
    data: z.object({
      ...candidate,
      judged_by: key(),
      property_type: propertyType,
      classification,
      /** Reason given by the person who classified: free text of at most 500 characters. */
      notes: z.string(),
      factor_ids: z.array(z.string()),
      /** Score that the person saw, 0 to 100 with one decimal; null for N/A. */
      original_score: z.number().nullable(),
    }),
    personal: [{ fields: ['notes'], subject: (data) => `user:${data.judged_by}` }],
  }),
  ClassificationRemoved: defineEvent({ data: z.object({ ...candidate, property_type: propertyType }) }),
};
