import { type CandidateFeatures, EVERYONE, type PropertyType } from '@landline/event-schemas';
import { CandidateColumns } from '../columns.ts';
import { compileModel, scoreOne } from '../kernel/score.ts';
import { directAdjustment, modelHash, type ScoringModel } from '../model.ts';
import type { House } from './house.ts';
import { publishedModel } from './models.ts';

/** Tenths of a point by candidate; null for N/A. */
export type ScoresById = Map<string, number | null>;

interface Live {
  readonly modelHash: string;
  readonly position: bigint;
  readonly scores: ScoresById;
}

/** The scores that a reader of a scope finds, as the api does: first the pointer, then the set. */
export async function readScores(
  { pool }: Pick<House, 'pool'>,
  datasetKey: string,
  scope = EVERYONE,
): Promise<Live | undefined> {
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

/** The scores that a reader of a scope finds once they are by this model; false before. */
export const scoredBy =
  (house: Pick<House, 'pool'>, datasetKey: string, model: ScoringModel, scope = EVERYONE) =>
  async (): Promise<Live | false> => {
    const live = await readScores(house, datasetKey, scope);
    return live?.modelHash === modelHash(model) && live;
  };

/** What these candidates' scores have to be, one by one. */
export function expectedScores(
  propertyType: PropertyType,
  rows: readonly CandidateFeatures[],
  model: ScoringModel,
  judged: ReadonlyMap<string, 'good' | 'bad'> = new Map(),
): ScoresById {
  const compiled = compileModel(model);
  const columns = CandidateColumns.create(propertyType, rows.length);
  return new Map(
    rows.map((row) => {
      const index = columns.upsert(row.id, row);
      const classification = judged.get(row.id);
      if (classification) {
        const { tenths } = directAdjustment(model, propertyType, { classification, factorIds: [] });
        columns.setJudgement(index, tenths, classification === 'good' ? 1 : 2);
      }
      const { scoreTenths } = scoreOne(columns, compiled, index);
      return [row.id, scoreTenths < 0 ? null : scoreTenths];
    }),
  );
}

/** The candidates, at most ten, whose scores are not what they have to be. */
export function differences(found: ScoresById | undefined, expected: ScoresById | undefined): unknown[] {
  const ids = new Set([...(found?.keys() ?? []), ...(expected?.keys() ?? [])]);
  return [...ids]
    .filter((id) => !found?.has(id) || !expected?.has(id) || found.get(id) !== expected.get(id))
    .slice(0, 10)
    .map((id) => ({ id, found: found?.get(id), expected: expected?.get(id) }));
}

/** Where what readers of a scope find is not what follows from the model that they are told of and from these judgements. */
export async function contradictions(
  house: House,
  datasetKey: string,
  rows: readonly CandidateFeatures[],
  judged: ReadonlyMap<string, 'good' | 'bad'> = new Map(),
  scope = EVERYONE,
): Promise<unknown[]> {
  const live = await readScores(house, datasetKey, scope);
  if (live === undefined) return ['There are no scores'];
  const model = await publishedModel(house, live.modelHash, scope);
  return differences(live.scores, expectedScores('adu', rows, model, judged));
}
