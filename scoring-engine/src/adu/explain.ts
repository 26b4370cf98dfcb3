import { type CandidateFeatures, gradeOf } from '@landline/event-schemas';
import type { AduBreakdown } from '../breakdown.ts';
import { measureOf, perUnit } from '../features/measures.ts';
import { amount, componentOf, itemOf, percent, ScoreSoFar } from '../items.ts';
import { buildingAreaLimits, naOf, parcelAreaLimits } from '../limits.ts';
import type { ScoringModel } from '../model/document.ts';
import { ADU_POINTS } from '../model/weights.ts';
import type { Judgement } from '../model.ts';
import { NA, NA_REASONS } from '../na.ts';
import { trainingOf } from '../training.ts';
import { aduClassOf, aduKinds, garagesOf, isCourtyard } from './traits.ts';

/** The score of an adu candidate with everything that it is made of (spec 001 §9). */
export function explainAdu(
  features: CandidateFeatures,
  judgement: Judgement | null,
  model: ScoringModel,
): AduBreakdown {
  const { adu } = model;
  const openArea = measureOf(features, 'open_area');
  const openRatio = measureOf(features, 'open_ratio');
  const units = measureOf(features, 'units');
  const garages = measureOf(features, 'garages');
  const buildings = measureOf(features, 'buildings');
  const each = perUnit(openArea, units);
  const aduClass = aduClassOf(adu, features);
  const kinds = aduKinds(adu, features);
  const component = (
    label: string,
    trait: 'open_area' | 'units' | 'open_ratio' | 'open_area_per_unit',
    maxPoints: number,
    value: string,
  ) => componentOf(label, itemOf(adu[trait], kinds[trait], maxPoints, value));
  const components: AduBreakdown['components'] = {
    lotOpportunity: component(
      'Lot Opportunity',
      'open_area',
      ADU_POINTS.lotOpportunity,
      amount(openArea, ' sq ft'),
    ),
    propertyScale: component('Property Scale', 'units', ADU_POINTS.propertyScale, amount(units, ' units')),
    siteEfficiency: component('Site Efficiency', 'open_ratio', ADU_POINTS.siteEfficiency, percent(openRatio)),
    layoutFlexibility: component(
      'Layout Flexibility',
      'open_area_per_unit',
      ADU_POINTS.layoutFlexibility,
      amount(each, ' sq ft'),
    ),
  };
  const { unitPenalty } = aduClass;
  const noOpenSpace = [kinds.open_area, kinds.open_ratio, kinds.open_area_per_unit].includes(null);
  const na = Math.max(
    naOf(parcelAreaLimits(model), measureOf(features, 'parcel_area')),
    naOf(buildingAreaLimits(model), measureOf(features, 'building_area')),
    noOpenSpace ? NA.openSpaceUnknown : NA.none,
    kinds.units === null || unitPenalty === null ? NA.unitsUnknown : NA.none,
  );

  const training = trainingOf(model, 'adu', judgement, kinds);
  const doubts = aduClass.reliability.filter(({ kind }) => kind.value !== 0);
  const doubtTenths = doubts.reduce((sum, { kind }) => sum + Math.round(kind.value * 10), 0);
  const adjustments = {
    dataReliability: doubtTenths / 10,
    dataReliabilityReasons: doubts.map(({ label, kind }) => `${label}: ${kind.label}`),
    trainingData: training.trainingData,
  };
  const adjustmentTenths = doubtTenths + training.tenths;
  const common = { property_type: 'adu' as const, components, adjustments };
  if (na !== NA.none) {
    return {
      ...common,
      score: null,
      na_reason: NA_REASONS[na] ?? null,
      grade: gradeOf(null),
      penalties: [],
      unit_count_penalty_multiplier: null,
      townhouse_penalty_multiplier: null,
      courtyard_penalty_multiplier: null,
      totals: {
        base: null,
        afterPenalties: null,
        adjustment: adjustmentTenths / 10,
        final: null,
        maxPoints: 100,
      },
    };
  }

  const base = Object.values(components).reduce((sum, { points }) => sum + Math.round((points ?? 0) * 10), 0);
  const soFar = new ScoreSoFar(base / 10, 10);
  const unitCount = unitPenalty?.value ?? 1;
  soFar.multiply(unitPenalty?.label ?? '', unitCount, amount(units, ' units'));
  const townhouse = penaliseTownhouse(soFar, adu, garages);
  const courtyard = penaliseCourtyard(soFar, adu, buildings, units);
  const score = soFar.inTenths(adjustmentTenths) / 10;
  return {
    ...common,
    score,
    na_reason: null,
    grade: gradeOf(score),
    penalties: soFar.penalties,
    unit_count_penalty_multiplier: unitCount,
    townhouse_penalty_multiplier: townhouse,
    courtyard_penalty_multiplier: courtyard,
    totals: {
      base: base / 10,
      afterPenalties: soFar.points,
      adjustment: adjustmentTenths / 10,
      final: score,
      maxPoints: 100,
    },
  };
}

/** Returns what it multiplied the score so far by. */
function penaliseTownhouse(soFar: ScoreSoFar, adu: ScoringModel['adu'], garages: number): number {
  const { without_garage, few_garages: few } = adu.townhouse_penalty;
  const found = garagesOf(adu, garages);
  const isFew = found === 'few' && soFar.isAtLeast(few.min_score);
  const multiplier = found === 'none' ? without_garage : isFew ? few.multiplier : 1;
  const reason =
    found === 'none'
      ? 'No garages: most likely townhouses'
      : `Only ${garages} garages with a score of ${soFar.points}`;
  soFar.multiply('Townhouse penalty', multiplier, reason);
  return multiplier;
}

/** Returns what it multiplied the score so far by. */
function penaliseCourtyard(
  soFar: ScoreSoFar,
  adu: ScoringModel['adu'],
  buildings: number,
  units: number,
): number {
  const { min_score, multiplier: of } = adu.courtyard_penalty;
  const multiplier = isCourtyard(adu, buildings, units) && soFar.isAtLeast(min_score) ? of : 1;
  const reason = `One building with ${units} units: its open space is most likely a courtyard`;
  soFar.multiply('Courtyard penalty', multiplier, reason);
  return multiplier;
}
