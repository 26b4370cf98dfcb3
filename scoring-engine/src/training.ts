import type { PropertyType } from '@landline/event-schemas';
import type { Adjustments, AppliedFactor } from './breakdown.ts';
import type { Kind, ScoringModel } from './model/document.ts';
import { MAX_ADJUSTMENT } from './model/weights.ts';
import { directAdjustment, type Judgement } from './model.ts';
import { labelOf } from './traits.ts';

const BOUND = MAX_ADJUSTMENT * 10;
const bounded = (tenths: number) => Math.max(-BOUND, Math.min(BOUND, tenths));

/** What training adds to a score, in tenths, and how that comes about. */
export function trainingOf(
  model: ScoringModel,
  propertyType: PropertyType,
  judgement: Judgement | null,
  kinds: Readonly<Record<string, Kind | null>>,
): { tenths: number; trainingData: Adjustments['trainingData'] } {
  const direct = judgement
    ? directAdjustment(model, propertyType, judgement)
    : { tenths: 0, baseTenths: 0, factors: [] };
  const learnedFactors: AppliedFactor[] = [];
  let sum = 0;
  for (const { trait, kind, adjustment_value, good, bad } of model[propertyType].learned) {
    if (kinds[trait]?.label !== kind || adjustment_value === 0) continue;
    sum += Math.round(adjustment_value * 10);
    learnedFactors.push({
      factor_name: `${labelOf(model, propertyType, trait)}: ${kind}`,
      description: `Learned from ${counted(good + bad, 'judgement')} of such properties: ${good} good, ${bad} bad.`,
      adjustment_value,
    });
  }
  const learned = bounded(sum);
  const tenths = bounded(learned + direct.tenths);
  return {
    tenths,
    trainingData: {
      classification: judgement?.classification ?? null,
      baseAdjustment: direct.baseTenths / 10,
      totalAdjustment: tenths / 10,
      appliedFactors: direct.factors.map(({ factor_name, description, adjustment_value }) => ({
        factor_name,
        description,
        adjustment_value,
      })),
      learnedAdjustment: learned / 10,
      learnedFactors: learnedFactors.sort(
        (a, b) => Math.abs(b.adjustment_value) - Math.abs(a.adjustment_value),
      ),
      impact: impactOf(tenths),
    },
  };
}

/** How large an adjustment is on the bar of 30 points (spec 001 §9). */
function impactOf(tenths: number): Adjustments['trainingData']['impact'] {
  const percent = (Math.abs(tenths) / BOUND) * 100;
  if (percent === 0) return 'none';
  if (percent <= 20) return 'minor';
  if (percent <= 50) return 'moderate';
  return percent <= 80 ? 'significant' : 'major';
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
