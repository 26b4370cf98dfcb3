import { z } from 'zod';
import { defineEvent } from '../define.ts';

const rescored = {
  run_id: z.string(),
  dataset_key: z.string(),
  scope: z.string(),
  model_hash: z.string(),
};

export const scoringEvents = {
  /** Carries the whole model document: tables, weights, trained adjustments, formula version. */
  ScoringModelPublished: defineEvent({
    data: z.object({
      scope: z.string(),
      model_hash: z.string(),
      model: z.record(z.string(), z.unknown()),
      /**
       * Set when training published the model: how many classifications up to commit position `as_of` it
       * used.
       */
      taught_by: z.object({ judgements: z.int(), as_of: z.string().regex(/^\d+$/) }).optional(),
    }),
  }),
  RescoringRequested: defineEvent({
    data: z.object({ run_id: z.string(), dataset_key: z.string(), scope: z.string() }),
  }),
  /** The run is canceled; the dataset keeps its scores. */
  RescoringCancelled: defineEvent({
    data: z.object({ run_id: z.string(), dataset_key: z.string(), scope: z.string() }),
  }),
  /**
   * Every candidate of a dataset now reads this model's scores, computed from the log up to commit position
   * `as_of`. `checksum` covers (candidate id, score) in id order, as defined by scoring-engine's
   * `scoreChecksum`.
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
