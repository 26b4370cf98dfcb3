import { z } from 'zod';

export const visitBody = z.object({ datasetKey: z.string().min(1).max(100) });

/** `since` is the time of the person's previous visit; null on the first one. */
export const visitResponse = z.object({
  success: z.literal(true),
  data: z.object({ since: z.string().nullable() }),
});
