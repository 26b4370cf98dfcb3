import { grade, propertyType } from '@landline/event-schemas';
import { z } from 'zod';
import { dataResponse } from '../../platform/http/response-contract.ts';

/** A fictional candidate of a demo dataset with a real score. */
export const showcaseCandidate = z.object({
  /** Position in the list by score, from 1. */
  rank: z.int(),
  street_address: z.string().nullable(),
  city: z.string().nullable(),
  units: z.number().nullable(),
  parcel_area: z.number().nullable(),
  score: z.number().nullable(),
  grade,
});

/** GET /api/public/showcase: null until a demo dataset is scored. */
export const showcase = dataResponse(
  z
    .object({
      dataset_name: z.string(),
      property_type: propertyType,
      total: z.int(),
      candidates: z.array(showcaseCandidate),
    })
    .nullable(),
);
export type Showcase = z.infer<typeof showcase>;
