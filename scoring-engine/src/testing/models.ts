import { EVERYONE, streams } from '@landline/event-schemas';
import { DEFAULT_MODEL, modelHash, type ScoringModel, scoringModel } from '../model.ts';
import type { House } from './house.ts';

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
