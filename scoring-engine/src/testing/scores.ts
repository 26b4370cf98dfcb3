import { type CandidateFeatures, EVERYONE, type PropertyType } from '@landline/event-schemas';
import { CandidateColumns } from '../columns.ts';
import { compileModel } from '../kernel/compile.ts';
import { scoreOne } from '../kernel/score.ts';
import { classificationAdjustment, modelHash, type ScoringModel } from '../model.ts';
import { publishedModel } from './models.ts';
import type { TestEnvironment } from './test-environment.ts';

/** Scores in tenths of a point, by candidate id; null for N/A. */
export type ScoresById = Map<string, number | null>;

interface LiveScores {
  readonly modelHash: string;
  readonly position: bigint;
  readonly scores: ScoresById;
}

/** Returns the live scores of a scope as the API reads them: first the pointer, then the set. */
export async function readScores(
  { pool }: Pick<TestEnvironment, 'pool'>,
  datasetKey: string,
  scope = EVERYONE,
): Promise<LiveScores | undefined> {
  const { rows } = await pool.query<{ set_id: number; model_hash: string; position: string }>(
    'SELECT set_id, model_hash, position FROM scoring.live_set WHERE dataset_key = $1 AND scope = $2',
    [datasetKey, scope],
  );
  const [live] = rows;
  if (live === undefined) return undefined;
  const scores = await pool.query<{ candidate_id: string; score_tenths: number | null }>(
    'SELECT candidate_id, score_tenths FROM scoring.score WHERE set_id = $1',
    [live.set_id],
  );
  return {
    modelHash: live.model_hash,
    position: BigInt(live.position),
    scores: new Map(scores.rows.map((row) => [row.candidate_id, row.score_tenths])),
  };
}

/** Condition to wait for: resolves with the live scores once they were computed with this model, until then with false. */
export const scoredBy =
  (environment: Pick<TestEnvironment, 'pool'>, datasetKey: string, model: ScoringModel, scope = EVERYONE) =>
  async (): Promise<LiveScores | false> => {
    const live = await readScores(environment, datasetKey, scope);
    return live?.modelHash === modelHash(model) && live;
  };

/** Computes the expected scores of these candidates one by one. */
export function expectedScores(
  propertyType: PropertyType,
  rows: readonly CandidateFeatures[],
  model: ScoringModel,
  classified: ReadonlyMap<string, 'good' | 'bad'> = new Map(),
): ScoresById {
  const compiled = compileModel(model);
  const columns = CandidateColumns.create(propertyType, rows.length);
  return new Map(
    rows.map((row) => {
      const index = columns.upsert(row.id, row);
      const classification = classified.get(row.id);
      if (classification) {
        const { tenths } = classificationAdjustment(model, propertyType, { classification, factorIds: [] });
        columns.setAdjustment(index, tenths);
      }
      const { scoreTenths } = scoreOne(columns, compiled, index);
      return [row.id, scoreTenths < 0 ? null : scoreTenths];
    }),
  );
}

/** Returns at most ten candidates whose scores differ. */
export function differences(actual: ScoresById | undefined, expected: ScoresById | undefined): unknown[] {
  const ids = new Set([...(actual?.keys() ?? []), ...(expected?.keys() ?? [])]);
  return [...ids]
    .filter((id) => !actual?.has(id) || !expected?.has(id) || actual.get(id) !== expected.get(id))
    .slice(0, 10)
    .map((id) => ({ id, actual: actual?.get(id), expected: expected?.get(id) }));
}

/**
 * Returns differences between the live scores of a scope and those expected from its model and these
 * classifications.
 */
export async function contradictions(
  environment: TestEnvironment,
  datasetKey: string,
  rows: readonly CandidateFeatures[],
  classified: ReadonlyMap<string, 'good' | 'bad'> = new Map(),
  scope = EVERYONE,
): Promise<unknown[]> {
  const live = await readScores(environment, datasetKey, scope);
  if (live === undefined) return ['There are no scores'];
  const model = await publishedModel(environment, live.modelHash, scope);
  return differences(live.scores, expectedScores('adu', rows, model, classified));
}
