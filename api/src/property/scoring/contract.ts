import { EVERYONE, propertyType } from '@landline/event-schemas';
import { runState } from '@landline/event-schemas/lifecycles/rescoring-run';
import { z } from 'zod';
import { dataResponse } from '../../platform/http/response-contract.ts';

/** A rescoring run of one dataset for one scope. */
export const rescoringRun = z.object({
  run_id: z.string(),
  dataset_key: z.string(),
  dataset_name: z.string(),
  scope: z.string(),
  /** Name of the scope's client, or "Everyone". */
  scope_name: z.string(),
  state: runState,
  scored: z.int(),
  total: z.int(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  error: z.string().nullable(),
  /** Number of chunks scored by each engine; null until all are scored, or if one engine scored the run without Kafka. */
  shares: z.record(z.string(), z.int()).nullable(),
});
export type RescoringRun = z.infer<typeof rescoringRun>;

/** `latest` returns only the newest run of each dataset and scope. */
export const runsQuery = z.object({
  datasetKey: z.string().min(1).optional(),
  latest: z.stringbool().default(false),
});
export const rescoreBody = z.object({ datasetKey: z.string().min(1) });
export const rescoreResponse = dataResponse(z.object({ run_id: z.string() }));
export const runResponse = dataResponse(rescoringRun);
export const runsResponse = dataResponse(z.array(rescoringRun));

const score = z.number().nullable();

/**
 * Rank changes of the last run that replaced earlier scores. Ranks start at 1 for the best score; scores are points, null
 * for N/A.
 */
const rankingChanges = z.object({
  run_id: z.string(),
  finished_at: z.string().nullable(),
  /** Candidates whose score changed. */
  changed: z.int(),
  /** Candidates whose rank rose. */
  rose: z.int(),
  /** Candidates whose rank fell. */
  fell: z.int(),
  /** The best candidates before and after the run, by their new rank. */
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
export type RankingChanges = z.infer<typeof rankingChanges>;
export const rankingChangesQuery = z.object({
  datasetKey: z.string().min(1),
  scope: z.string().min(1).max(60),
});
export const rankingChangesResponse = dataResponse(rankingChanges.nullable());

/** The scores that readers of a dataset see in a scope, in the form that `landline scoring verify` compares. */
const liveScores = z.object({
  checksum: z.string().nullable(),
  model_hash: z.string(),
  /** Commit position of the scored features. */
  as_of: z.string(),
  /** Commit position up to which corrections are included. */
  position: z.string(),
  run_id: z.string().nullable(),
  run_state: z.string().nullable(),
  /** Packed scores in tenths of a point: 16-bit integers, little-endian. */
  pieces: z.array(z.object({ number: z.int(), ids_digest: z.base64(), score_tenths: z.base64() })),
  corrected: z.array(z.object({ candidate_id: z.string(), score_tenths: z.int().nullable() })),
});
export type EncodedLiveScores = z.infer<typeof liveScores>;
export const liveScoresQuery = z.object({
  datasetKey: z.string().min(1),
  scope: z.string().min(1).max(60).default(EVERYONE),
});
export const liveScoresResponse = dataResponse(liveScores.nullable());

/** Interpretation of the open-space penalty multipliers: as written, as the share taken away, or another (spec 001 §9). */
const penaltyInterpretation = z.enum(['literal', 'share-taken', 'other']);
export type PenaltyInterpretation = z.infer<typeof penaltyInterpretation>;

const penaltyBand = z.object({
  label: z.string(),
  from: z.number().nullable(),
  to: z.number().nullable(),
  value: z.number(),
});

/** Summary of the current scoring model. */
const modelSummary = z.object({
  name: z.string(),
  model_hash: z.string(),
  published_at: z.string(),
  reading: penaltyInterpretation,
  /** Score multipliers by share of open space; `from` and `to` are shares. */
  open_space_penalty: z.object({ why: z.string().nullable(), bands: z.array(penaltyBand) }),
  /** Trained adjustments, largest absolute value first. */
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
  /** Datasets whose live scores were calculated with different rules than this model's. */
  behind: z.array(z.string()),
});
export type ModelSummary = z.infer<typeof modelSummary>;
export const modelResponse = dataResponse(modelSummary);

/** Publishes a built-in model by its penalty interpretation, or a complete model document. */
export const publishBody = z.union([
  z.strictObject({ reading: penaltyInterpretation.exclude(['other']) }),
  z.strictObject({ model: z.record(z.string(), z.unknown()) }),
]);
export type PublishBody = z.infer<typeof publishBody>;
export const publishResponse = dataResponse(
  z.object({ model_hash: z.string(), name: z.string(), reading: penaltyInterpretation }),
).extend({ message: z.string() });
