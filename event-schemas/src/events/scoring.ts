import { z } from 'zod';
import { defineEvent } from '../define.ts';

const rescored = {
  run_id: z.string(),
  dataset_key: z.string(),
  scope: z.string(),
  model_hash: z.string(),
};

export const scoringEvents = {
  /** Carries the whole model document: tables, weights, learned adjustments, formula version (DESIGN §5). */
  ScoringModelPublished: defineEvent({
    data: z.object({
      scope: z.string(),
      model_hash: z.string(),
      model: z.record(z.string(), z.unknown()),
      /** Present when Landline itself published it for what the scope's judgements up to commit position `as_of` teach. */
      taught_by: z.object({ judgements: z.int(), as_of: z.string().regex(/^\d+$/) }).optional(),
    }),
  }),
  RescoringRequested: defineEvent({
    data: z.object({ run_id: z.string(), dataset_key: z.string(), scope: z.string() }),
  }),
  /** The run is not wanted any more; the dataset keeps the scores it has. */
  RescoringCancelled: defineEvent({
    data: z.object({ run_id: z.string(), dataset_key: z.string(), scope: z.string() }),
  }),
  /**
   * Every candidate of a dataset now reads this model's scores: those that follow from the log up to commit position
   * `as_of`. `checksum` is over (candidate id, score) in id order, as scoring-engine's `scoreChecksum` defines it.
   */
  CandidatesRescored: defineEvent({
    data: z.object({
      ...rescored,
      as_of: z.string().regex(/^\d+$/),
      count: z.int(),
      checksum: z.string(),
      milliseconds: z.number(),
    }),
  }),
};
