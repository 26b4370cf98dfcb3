import type { PropertyType } from '@landline/event-schemas';
import type { Adjustments, AppliedFactor } from './breakdown.ts';
import { labelOf } from './kinds.ts';
import type { Kind, ScoringModel } from './model/document.ts';
import { MAX_ADJUSTMENT } from './model/weights.ts';
import { type CandidateClassification, classificationAdjustment } from './model.ts';
import { amount, pluralized } from './score-items.ts';

const LIMIT_TENTHS = MAX_ADJUSTMENT * 10;
const clampToLimit = (tenths: number) => Math.max(-LIMIT_TENTHS, Math.min(LIMIT_TENTHS, tenths));

/** Returns the training adjustment of a score, in tenths of a point, and its parts. */
export function trainingOf(
  model: ScoringModel,
  propertyType: PropertyType,
  classification: CandidateClassification | null,
  kinds: Readonly<Record<string, Kind | null>>,
): { tenths: number; trainingData: Adjustments['trainingData'] } {
  const direct = classification
    ? classificationAdjustment(model, propertyType, classification)
    : { tenths: 0, baseTenths: 0, factors: [] };
  const learnedFactors: AppliedFactor[] = [];
  let sum = 0;
  for (const { trait, kind, adjustment_value, good, bad } of model[propertyType].learned) {
    if (kinds[trait]?.label !== kind || adjustment_value === 0) continue;
    sum += Math.round(adjustment_value * 10);
    learnedFactors.push({
      factor_name: `${labelOf(model, propertyType, trait)}: ${kind}`,
      description: `Trained on ${pluralized(good + bad, 'classification')} of similar properties: ${amount(good, ' good')}, ${amount(bad, ' bad')}.`,
      adjustment_value,
    });
  }
  const learnedTenths = clampToLimit(sum);
  const tenths = clampToLimit(learnedTenths + direct.tenths);
  return {
    tenths,
    trainingData: {
      classification: classification?.classification ?? null,
      baseAdjustment: direct.baseTenths / 10,
      totalAdjustment: tenths / 10,
      appliedFactors: direct.factors.map(({ factor_name, description, adjustment_value }) => ({
        factor_name,
        description,
        adjustment_value,
      })),
      learnedAdjustment: learnedTenths / 10,
      learnedFactors: learnedFactors.sort(
        (a, b) => Math.abs(b.adjustment_value) - Math.abs(a.adjustment_value),
      ),
      impact: impactOf(tenths),
    },
  };
}

/** Returns how large an adjustment is, relative to the maximum of 30 points (spec 001 §9). */
function impactOf(tenths: number): Adjustments['trainingData']['impact'] {
  const percent = (Math.abs(tenths) / LIMIT_TENTHS) * 100;
  if (percent === 0) return 'none';
  if (percent <= 20) return 'minor';
  if (percent <= 50) return 'moderate';
  return percent <= 80 ? 'significant' : 'major';
}
