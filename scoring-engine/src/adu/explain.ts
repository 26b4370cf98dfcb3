import { type CandidateFeatures, gradeOf } from '@landline/event-schemas';
import type { AduBreakdown } from '../breakdown.ts';
import { measureOf, perUnit } from '../features/measures.ts';
import { buildingAreaLimits, naOf, parcelAreaLimits } from '../limits.ts';
import type { ScoringModel } from '../model/document.ts';
import { ADU_POINTS } from '../model/weights.ts';
import type { CandidateClassification } from '../model.ts';
import { NA, NA_REASONS } from '../na-reasons.ts';
import { amount, componentOf, itemOf, percent, pluralized, RunningScore } from '../score-items.ts';
import { trainingOf } from '../training-adjustment.ts';
import { aduClassOf, aduKinds, garageClassOf, isCourtyard } from './kinds.ts';

/** Returns an ADU candidate's score with its full breakdown (spec 001 §9). */
export function explainAdu(
  features: CandidateFeatures,
  classification: CandidateClassification | null,
  model: ScoringModel,
): AduBreakdown {
  const { adu } = model;
  const openArea = measureOf(features, 'open_area');
  const openRatio = measureOf(features, 'open_ratio');
  const units = measureOf(features, 'units');
  const garages = measureOf(features, 'garages');
  const buildings = measureOf(features, 'buildings');
  const areaPerUnit = perUnit(openArea, units);
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
    propertyScale: component('Property Scale', 'units', ADU_POINTS.propertyScale, pluralized(units, 'unit')),
    siteEfficiency: component('Site Efficiency', 'open_ratio', ADU_POINTS.siteEfficiency, percent(openRatio)),
    layoutFlexibility: component(
      'Layout Flexibility',
      'open_area_per_unit',
      ADU_POINTS.layoutFlexibility,
      amount(areaPerUnit, ' sq ft'),
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

  const training = trainingOf(model, 'adu', classification, kinds);
  const deductions = aduClass.reliability.filter(({ kind }) => kind.value !== 0);
  const deductionTenths = deductions.reduce((sum, { kind }) => sum + Math.round(kind.value * 10), 0);
  const adjustments = {
    dataReliability: deductionTenths / 10,
    dataReliabilityReasons: deductions.map(({ label, kind }) => `${label}: ${kind.label}`),
    trainingData: training.trainingData,
  };
  const adjustmentTenths = deductionTenths + training.tenths;
  const isScored = na === NA.none;
  const valueIfScored = (value: number) => (isScored ? value : null);
  const base = Object.values(components).reduce((sum, { points }) => sum + Math.round((points ?? 0) * 10), 0);
  const running = new RunningScore(base / 10, 10);
  const unitCount = unitPenalty?.value ?? 1;
  running.multiply(unitPenalty?.label ?? '', unitCount, pluralized(units, 'unit'));
  const townhouse = penalizeTownhouse(running, adu, garages);
  const courtyard = penalizeCourtyard(running, adu, buildings, units);
  const score = valueIfScored(running.inTenths(adjustmentTenths) / 10);
  return {
    property_type: 'adu',
    components,
    adjustments,
    score,
    na_reason: isScored ? null : (NA_REASONS[na] ?? null),
    grade: gradeOf(score),
    penalties: isScored ? running.penalties : [],
    unit_count_penalty_multiplier: valueIfScored(unitCount),
    townhouse_penalty_multiplier: valueIfScored(townhouse),
    courtyard_penalty_multiplier: valueIfScored(courtyard),
    totals: {
      base: valueIfScored(base / 10),
      afterPenalties: valueIfScored(running.points),
      adjustment: adjustmentTenths / 10,
      final: score,
      maxPoints: 100,
    },
  };
}

/** Applies the townhouse penalty; returns its multiplier. */
function penalizeTownhouse(running: RunningScore, adu: ScoringModel['adu'], garages: number): number {
  const { without_garage, few_garages: few } = adu.townhouse_penalty;
  const garageClass = garageClassOf(adu, garages);
  const isFew = garageClass === 'few' && running.isAtLeast(few.min_score);
  const multiplier = garageClass === 'none' ? without_garage : isFew ? few.multiplier : 1;
  const reason =
    garageClass === 'none'
      ? 'No garages, so these are most likely townhouses'
      : `Only ${pluralized(garages, 'garage')}; score before this penalty: ${running.points}`;
  running.multiply('Townhouse penalty', multiplier, reason);
  return multiplier;
}

/** Applies the courtyard penalty; returns its multiplier. */
function penalizeCourtyard(
  running: RunningScore,
  adu: ScoringModel['adu'],
  buildings: number,
  units: number,
): number {
  const { min_score, multiplier: penalty } = adu.courtyard_penalty;
  const multiplier = isCourtyard(adu, buildings, units) && running.isAtLeast(min_score) ? penalty : 1;
  const reason = `${pluralized(buildings, 'building')} with ${pluralized(units, 'unit')}: the open space is most likely a courtyard`;
  running.multiply('Courtyard penalty', multiplier, reason);
  return multiplier;
}
