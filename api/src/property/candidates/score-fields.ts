import type { Breakdown } from '@landline/scoring-engine';
import { type ScoreFields, scoreFields } from './contract.ts';

export const NO_SCORE_FIELDS = Object.fromEntries(
  Object.keys(scoreFields.shape).map((name) => [name, null]),
) as unknown as ScoreFields; // every field is nullable

/** Returns the parts of a breakdown as fields of a candidate. */
export function scoreFieldsOf(breakdown: Breakdown): ScoreFields {
  if (breakdown.property_type === 'adu') {
    const { unit_count_penalty_multiplier, townhouse_penalty_multiplier } = breakdown;
    const { courtyard_penalty_multiplier } = breakdown;
    const multipliers = { unit_count_penalty_multiplier, townhouse_penalty_multiplier };
    return { ...NO_SCORE_FIELDS, ...multipliers, courtyard_penalty_multiplier };
  }
  const { components, environmental, ios_open_space_penalty, ios_property_score_adjusted } = breakdown;
  return {
    ...NO_SCORE_FIELDS,
    ios_property_use_score: components.property_use.points,
    ios_site_utilization_score: components.site_utilization.points,
    ios_lot_size_score: components.lot_size.points,
    ios_transportation_score: components.transportation.points,
    ios_open_space_penalty,
    ios_property_score_adjusted,
    ios_environmental_multiplier: environmental.multiplier,
  };
}
