import { EVERYONE } from '@landline/event-schemas';
import { type ScoringModel, scoringModel } from '@landline/scoring-engine';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { DomainError } from '../errors.ts';
import { liveGeneration } from '../live-generation.ts';

const published = z.object({ model_hash: z.string(), model: z.unknown() });

/** Models never change once published, so each is read and checked once. */
const known = new Map<string, ScoringModel>();
const REMEMBERED = 64;

/**
 * The model that gave the scores a scope sees: `modelHash` where a score set is live, else the newest that was
 * published for the scope or for everyone. Throws `UNAVAILABLE` before the first one is there.
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

/** The same; undefined before it is there. */
export async function findModel(
  db: CommonQueryMethods,
  scope: string,
  modelHash?: string,
): Promise<ScoringModel | undefined> {
  const remembered = modelHash === undefined ? undefined : known.get(modelHash);
  if (remembered) return remembered;
  const row = await db.maybeOne(sql.type(published)`
    SELECT model_hash, model FROM read.scoring_model
    WHERE generation = ${liveGeneration('scoring')}
      AND ${modelHash === undefined ? sql.fragment`scope IN (${scope}, ${EVERYONE})` : sql.fragment`model_hash = ${modelHash}`}
    ORDER BY scope = ${EVERYONE}, position DESC
    LIMIT 1
  `);
  if (!row) return undefined;
  const model = known.get(row.model_hash) ?? scoringModel.parse(row.model);
  if (known.size >= REMEMBERED) known.clear();
  known.set(row.model_hash, model);
  return model;
}

const newest = z.object({ scope: z.string(), model_hash: z.string(), published_at: z.number() });

/** The newest model of a scope, or everyone's when it has none of its own. Throws `UNAVAILABLE` before the first. */
export async function newestModelOf(
  db: CommonQueryMethods,
  scope: string,
): Promise<{ scope: string; modelHash: string; publishedAt: string }> {
  const row = await db.maybeOne(sql.type(newest)`
    SELECT scope, model_hash, published_at FROM read.scoring_model
    WHERE generation = ${liveGeneration('scoring')}
      AND scope IN (${scope}, ${EVERYONE})
    ORDER BY scope = ${EVERYONE}, position DESC
    LIMIT 1
  `);
  if (!row) throw noModel();
  return {
    scope: row.scope,
    modelHash: row.model_hash,
    publishedAt: new Date(row.published_at).toISOString(),
  };
}

/** Before the first one is there. */
export const noModel = () =>
  new DomainError('unavailable', 'NO_MODEL', 'The scoring model is being published. Please try again.', {
    retryAfter: 1,
  });
