import { propertyType } from '@landline/event-schemas';
import { runState } from '@landline/event-schemas/lifecycles/rescoring-run';
import { z } from 'zod';

/** A bulk rescoring of one dataset for one scope; `scored` of `total` candidates. */
export const rescoringRun = z.object({
  run_id: z.string(),
  dataset_key: z.string(),
  scope: z.string(),
  state: runState,
  scored: z.int(),
  total: z.int(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  error: z.string().nullable(),
});
export type RescoringRun = z.infer<typeof rescoringRun>;

/** Of one dataset or of all, newest first; `latest`: only the newest of each dataset and scope. */
export const runsQuery = z.object({
  datasetKey: z.string().min(1).optional(),
  latest: z.stringbool().default(false),
});
export const rescoreBody = z.object({ datasetKey: z.string().min(1) });
export const rescoreResponse = z.object({ success: z.literal(true), data: z.object({ run_id: z.string() }) });
export const runResponse = z.object({ success: z.literal(true), data: rescoringRun });
export const runsResponse = z.object({ success: z.literal(true), data: z.array(rescoringRun) });

const score = z.number().nullable();

/** What the last run of a dataset moved: places are of the list by score, best first; scores in points, null for N/A. */
export const moves = z.object({
  run_id: z.string(),
  finished_at: z.string().nullable(),
  /** Candidates whose score changed; that rose, and that fell in the ranking. */
  changed: z.int(),
  rose: z.int(),
  fell: z.int(),
  /** The best of before and of now, in the order of now. */
  top: z.array(
    z.object({
      id: z.string(),
      apn: z.string(),
      street_address: z.string().nullable(),
      before: score,
      after: score,
      place_before: z.int(),
      place: z.int(),
    }),
  ),
});
export type Moves = z.infer<typeof moves>;
export const movesQuery = z.object({ datasetKey: z.string().min(1), scope: z.string().min(1).max(60) });
export const movesResponse = z.object({ success: z.literal(true), data: moves.nullable() });

/** How a model reads the open-space penalty multipliers: as written, as the share taken away, or otherwise (spec 001 §9). */
export const reading = z.enum(['literal', 'share-taken', 'other']);
export type Reading = z.infer<typeof reading>;

const bandOfPenalty = z.object({
  label: z.string(),
  from: z.number().nullable(),
  to: z.number().nullable(),
  value: z.number(),
});

/** The scoring model in force, as far as people ask about it. */
export const modelInForce = z.object({
  name: z.string(),
  model_hash: z.string(),
  published_at: z.string(),
  reading,
  /** What the share of open ground multiplies a score with; `from` and `to` are shares of open ground. */
  open_space_penalty: z.object({ why: z.string().nullable(), bands: z.array(bandOfPenalty) }),
  /** What judgements taught, most points first. */
  learned: z.array(
    z.object({
      property_type: propertyType,
      trait: z.string(),
      kind: z.string(),
      adjustment_value: z.number(),
      good: z.int(),
      bad: z.int(),
    }),
  ),
  /** Datasets whose scores are still another model's. */
  behind: z.array(z.string()),
});
export type ModelInForce = z.infer<typeof modelInForce>;
export const modelResponse = z.object({ success: z.literal(true), data: modelInForce });

/** Either of the documents that come along, or a whole one. */
export const publishBody = z.union([
  z.object({ reading: reading.exclude(['other']) }),
  z.object({ model: z.record(z.string(), z.unknown()) }),
]);
export type PublishBody = z.infer<typeof publishBody>;
export const publishResponse = z.object({
  success: z.literal(true),
  data: z.object({ model_hash: z.string(), name: z.string(), reading }),
  message: z.string(),
});
