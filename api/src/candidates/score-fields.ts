import type { Breakdown } from '@landline/scoring-engine';
import type { ScoreFields } from './contract.ts';

export const NO_SCORE_FIELDS: ScoreFields = {
  unit_count_penalty_multiplier: null,
  townhouse_penalty_multiplier: null,
  courtyard_penalty_multiplier: null,
  ios_property_use_score: null,
  ios_site_utilization_score: null,
  ios_lot_size_score: null,
  ios_transportation_score: null,
  ios_open_space_penalty: null,
  ios_property_score_adjusted: null,
  ios_environmental_multiplier: null,
};

/** What a breakdown says in a candidate's own fields. */
export function scoreFieldsOf(breakdown: Breakdown): ScoreFields {
  if (breakdown.property_type === 'adu') {
    const { unit_count_penalty_multiplier, townhouse_penalty_multiplier, courtyard_penalty_multiplier } =
      breakdown;
    return {
      ...NO_SCORE_FIELDS,
      unit_count_penalty_multiplier,
      townhouse_penalty_multiplier,
      courtyard_penalty_multiplier,
    };
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
