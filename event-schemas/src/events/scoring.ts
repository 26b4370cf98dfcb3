import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { int32, key, position } from '../fields.ts';

const rescored = {
  run_id: key(),
  dataset_key: key(),
  scope: key(),
  model_hash: key(),
};

export const scoringEvents = {
  /** Carries the whole model document: tables, weights, trained adjustments, formula version. */
  ScoringModelPublished: defineEvent({
    data: z.object({
      scope: key(),
      model_hash: key(),
      model: z.record(z.string(), z.unknown()),
      /**
       * Set when training published the model: how many classifications up to commit position `as_of` it
       * used.
       */
      taught_by: z.object({ judgements: int32(), as_of: position() }).optional(),
    }),
  }),
  RescoringRequested: defineEvent({
    data: z.object({ run_id: key(), dataset_key: key(), scope: key() }),
  }),
  /** The run is canceled; the dataset keeps its scores. */
  RescoringCancelled: defineEvent({
    data: z.object({ run_id: key(), dataset_key: key(), scope: key() }),
  }),
  /**
   * Every candidate of a dataset now reads this model's scores, computed from the log up to commit position
   * `as_of`. `checksum` covers (candidate id, score) in id order, as defined by scoring-engine's
   * `scoreChecksum`.
   */
  CandidatesRescored: defineEvent({
    data: z.object({
      ...rescored,
      as_of: position(),
      count: int32(),
      checksum: z.string(),
      milliseconds: z.number(),
    }),
  }),
};
