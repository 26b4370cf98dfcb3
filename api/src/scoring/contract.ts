import { z } from 'zod';

/** A bulk rescoring of one dataset for one scope; `scored` of `total` candidates. */
export const rescoringRun = z.object({
  run_id: z.string(),
  dataset_key: z.string(),
  scope: z.string(),
  state: z.string(),
  scored: z.int(),
  total: z.int(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  error: z.string().nullable(),
});
export type RescoringRun = z.infer<typeof rescoringRun>;

export const rescoreBody = z.object({ datasetKey: z.string().min(1) });
export const rescoreResponse = z.object({ success: z.literal(true), data: z.object({ run_id: z.string() }) });
export const runResponse = z.object({ success: z.literal(true), data: rescoringRun });
export const runsResponse = z.object({ success: z.literal(true), data: z.array(rescoringRun) });
