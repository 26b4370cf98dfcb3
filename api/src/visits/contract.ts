import { z } from 'zod';

export const visitBody = z.object({ datasetKey: z.string().min(1).max(100) });

/** `since`: when this person looked at the dataset the time before; null when they never did. */
export const visitResponse = z.object({
  success: z.literal(true),
  data: z.object({ since: z.string().nullable() }),
});
