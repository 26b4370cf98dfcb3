import { EVERYONE, streams } from '@landline/event-schemas';
import { DEFAULT_MODEL, modelHash, type ScoringModel, scoringModel } from '../model.ts';
import { eventsOf, type TestEnvironment } from './test-environment.ts';

/** Returns a model that scores single-unit parcels differently from the default. */
export function anotherModel(n: number): ScoringModel {
  const { adu } = DEFAULT_MODEL;
  const bands = adu.units.bands.map((band) =>
    band.from === 1 ? { ...band, value: 4 + (n % 20) / 10 } : band,
  );
  return scoringModel.parse({
    ...DEFAULT_MODEL,
    name: `Model ${n}`,
    adu: { ...adu, units: { ...adu.units, bands } },
  });
}

/** Appends a model like the API does; returns its position. */
export async function publishModel(
  environment: TestEnvironment,
  model: ScoringModel,
  scope = EVERYONE,
): Promise<bigint> {
  // A model is JSON, typed as its schema.
  const data = { scope, model_hash: modelHash(model), model: model as unknown as Record<string, unknown> };
  return await environment.append(streams.trainingModel(scope), [{ type: 'ScoringModelPublished', data }]);
}

/** Returns a scope's own models, oldest first. */
export async function publishedModels(
  environment: TestEnvironment,
  scope = EVERYONE,
): Promise<ScoringModel[]> {
  const published = await eventsOf(environment, streams.trainingModel(scope), 'ScoringModelPublished').catch(
    () => [],
  );
  return published.map(({ model }) => scoringModel.parse(model));
}

/** Returns a model of everyone or a scope by its hash. */
export async function publishedModel(
  environment: TestEnvironment,
  hash: string,
  scope = EVERYONE,
): Promise<ScoringModel> {
  const models = [...(await publishedModels(environment)), ...(await publishedModels(environment, scope))];
  const model = models.find((candidate) => modelHash(candidate) === hash);
  if (!model) throw new Error(`No model ${hash}`);
  return model;
}
