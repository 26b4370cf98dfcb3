import { EVERYONE, streams } from '@landline/event-schemas';
import { DEFAULT_MODEL, modelHash, type ScoringModel, scoringModel } from '../model.ts';
import { eventsOf, type House } from './house.ts';

/** A model that scores parcels with one unit otherwise than the default. */
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

/** Appends a model as the api does. Returns its position. */
export async function publishModel(house: House, model: ScoringModel, scope = EVERYONE): Promise<bigint> {
  // The model is JSON: a record of what its schema says.
  const data = { scope, model_hash: modelHash(model), model: model as unknown as Record<string, unknown> };
  return await house.append(streams.trainingModel(scope), [{ type: 'ScoringModelPublished', data }]);
}

/** The models of a scope's own, oldest first. */
export async function publishedModels(house: House, scope = EVERYONE): Promise<ScoringModel[]> {
  const published = await eventsOf(house, streams.trainingModel(scope), 'ScoringModelPublished').catch(
    () => [],
  );
  return published.map(({ model }) => scoringModel.parse(model));
}

/** A model that everyone or a scope was given, by its hash. */
export async function publishedModel(house: House, hash: string, scope = EVERYONE): Promise<ScoringModel> {
  const models = [...(await publishedModels(house)), ...(await publishedModels(house, scope))];
  const model = models.find((one) => modelHash(one) === hash);
  if (!model) throw new Error(`No model ${hash}`);
  return model;
}
