import { DEFAULT_MODEL, type ScoringModel } from '@landline/scoring-engine';

/** Returns the default scoring model with other points for each number of units; each `n` gives other points. */
export function modelWithOtherUnitPoints(n: number): ScoringModel {
  const { adu } = DEFAULT_MODEL;
  const bands = adu.units.bands.map((band, index) => ({ ...band, value: 3 + ((index * 5 + n * 7) % 20) }));
  return { ...DEFAULT_MODEL, name: `Model ${n}`, adu: { ...adu, units: { ...adu.units, bands } } };
}
