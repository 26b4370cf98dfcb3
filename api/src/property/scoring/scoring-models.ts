import { EVERYONE } from '@landline/event-schemas';
import { type ScoringModel, scoringModel } from '@landline/scoring-engine';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { DomainError } from '../../platform/errors.ts';
import { liveGeneration } from '../../platform/live-generation.ts';

const modelRow = z.object({ model_hash: z.string(), model: z.unknown() });

/** Cache of published models, which never change. */
const cachedModels = new Map<string, ScoringModel>();
const MAX_CACHED = 64;

/**
 * Returns the model behind a scope's scores: `modelHash` of the live score set, or else the newest model of the scope or of
 * everyone. Throws `NO_MODEL` before the first publication.
 */
export async function modelInForce(
  db: CommonQueryMethods,
  scope: string,
  modelHash?: string,
): Promise<ScoringModel> {
  const model = await findModel(db, scope, modelHash);
  if (!model) throw noModel();
  return model;
}

/** Returns the same as `modelInForce`, but undefined if there is no model. */
export async function findModel(
  db: CommonQueryMethods,
  scope: string,
  modelHash?: string,
): Promise<ScoringModel | undefined> {
  const cachedModel = modelHash === undefined ? undefined : cachedModels.get(modelHash);
  if (cachedModel) return cachedModel;
  const row = await db.maybeOne(sql.type(modelRow)`
    SELECT model_hash, model FROM read.scoring_model
    WHERE generation = ${liveGeneration('scoring')}
      AND ${modelHash === undefined ? sql.fragment`scope IN (${scope}, ${EVERYONE})` : sql.fragment`model_hash = ${modelHash}`}
    ORDER BY scope = ${EVERYONE}, position DESC
    LIMIT 1
  `);
  if (!row) return undefined;
  const model = cachedModels.get(row.model_hash) ?? scoringModel.parse(row.model);
  if (cachedModels.size >= MAX_CACHED) cachedModels.clear();
  cachedModels.set(row.model_hash, model);
  return model;
}

const newestModel = z.object({ scope: z.string(), modelHash: z.string(), publishedAt: z.string() });

/** Returns the newest model of a scope, or else of everyone. Throws `NO_MODEL` before the first publication. */
export async function newestModelOf(
  db: CommonQueryMethods,
  scope: string,
): Promise<z.infer<typeof newestModel>> {
  const row = await db.maybeOne(sql.type(newestModel)`
    SELECT scope, model_hash AS "modelHash", published_at AS "publishedAt" FROM read.scoring_model
    WHERE generation = ${liveGeneration('scoring')}
      AND scope IN (${scope}, ${EVERYONE})
    ORDER BY scope = ${EVERYONE}, position DESC
    LIMIT 1
  `);
  if (!row) throw noModel();
  return row;
}

export const noModel = () =>
  new DomainError('unavailable', 'NO_MODEL', 'The scoring model is being published. Try again in a moment.', {
    retryAfter: 1,
  });
