import { DEFAULT_MODEL, type ScoringModel } from '@landline/scoring-engine';

/** Returns a scoring model with other points for every number of units; they differ for each `n`. */
export function modelWithOtherUnitPoints(n: number): ScoringModel {
  const { adu } = DEFAULT_MODEL;
  const bands = adu.units.bands.map((band, at) => ({ ...band, value: 3 + ((at * 5 + n * 7) % 20) }));
  return { ...DEFAULT_MODEL, name: `Model ${n}`, adu: { ...adu, units: { ...adu.units, bands } } };
}
