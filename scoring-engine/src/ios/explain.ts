import { type CandidateFeatures, gradeOf, SQFT_PER_ACRE } from '@landline/event-schemas';
import type { IosBreakdown, ScoreItem } from '../breakdown.ts';
import { measureOf } from '../features/measures.ts';
import { amount, componentOf, itemOf, percent, ScoreSoFar, sumOf } from '../items.ts';
import { buildingAreaLimits, naOf, parcelAreaLimits } from '../limits.ts';
import type { Kind, ScoringModel } from '../model/document.ts';
import { bandOf } from '../model/lookup.ts';
import { IOS_POINTS } from '../model/weights.ts';
import type { Judgement } from '../model.ts';
import { NA, NA_REASONS } from '../na.ts';
import { trainingOf } from '../training.ts';
import { assessEnvironment } from './environment.ts';
import { hubAccessOf } from './hub-access.ts';
import { highwayOf, iosClassOf, iosKinds, lotSizeOf, railOf } from './traits.ts';

/** The score of an ios candidate with everything that it is made of (spec 001 §9). */
export function explainIos(
  features: CandidateFeatures,
  judgement: Judgement | null,
  model: ScoringModel,
): IosBreakdown {
  const { ios } = model;
  const parcelArea = measureOf(features, 'parcel_area');
  const openRatio = measureOf(features, 'open_ratio');
  const meters = { highway: measureOf(features, 'interchange'), rail: measureOf(features, 'rail') };
  const iosClass = iosClassOf(ios, features);
  const { property_type, zoning, lot_use, lot_shape, topography } = iosClass.kinds;
  const openSpace = bandOf(ios.open_ratio, openRatio);
  const lotSize = lotSizeOf(ios, parcelArea);
  const highway = highwayOf(ios, meters.highway);
  const rail = railOf(ios, meters.rail);

  const components: IosBreakdown['components'] = {
    property_use: sumOf('Property Use', IOS_POINTS.property_use, [
      itemOf(ios.property_type, property_type, IOS_POINTS.property_type, features.ios_property_type ?? ''),
      itemOf(ios.zoning, zoning, IOS_POINTS.zoning, features.zoning_code ?? ''),
      itemOf(ios.lot_use, lot_use, IOS_POINTS.lot_use, features.lot_use ?? ''),
    ]),
    site_utilization: sumOf('Site Utilization', IOS_POINTS.site_utilization, [
      itemOf(ios.open_ratio, openSpace, IOS_POINTS.open_ratio, percent(openRatio)),
      itemOf(ios.lot_shape, lot_shape, IOS_POINTS.lot_shape, features.lot_shape ?? ''),
      itemOf(ios.topography, topography, IOS_POINTS.topography, features.topography ?? ''),
    ]),
    lot_size: componentOf(
      'Lot Size',
      itemOf(ios.lot_size, lotSize, IOS_POINTS.lot_size, amount(parcelArea / SQFT_PER_ACRE, ' acres')),
    ),
    transportation: sumOf('Transportation', IOS_POINTS.transportation, [
      subScore(ios.transportation.highway.label, ios.transportation.highway_weight, highway, meters.highway),
      subScore(ios.transportation.rail.label, ios.transportation.rail_weight, rail, meters.rail),
    ]),
  };
  const na = Math.max(
    naOf(parcelAreaLimits(model), parcelArea),
    naOf(buildingAreaLimits(model), measureOf(features, 'building_area')),
    iosClass.isUnclassified ? NA.unclassified : NA.none,
  );
  const environmental = assessEnvironment(model.environmental, features);
  const training = trainingOf(model, 'ios', judgement, iosKinds(ios, features));
  const adjustment = training.tenths / 10;
  const common = {
    property_type: 'ios' as const,
    components,
    adjustments: { dataReliability: 0, dataReliabilityReasons: [], trainingData: training.trainingData },
    environmental,
    hub_access: hubAccessOf(ios.hub_access, features),
  };
  if (na !== NA.none) {
    return {
      ...common,
      score: null,
      property_score: null,
      ios_open_space_penalty: null,
      ios_property_score_adjusted: null,
      na_reason: NA_REASONS[na] ?? null,
      grade: gradeOf(null),
      penalties: [],
      totals: { base: null, afterPenalties: null, adjustment, final: null, maxPoints: 100 },
    };
  }

  const base = Object.values(components).reduce(
    (sum, { points }) => sum + Math.round((points ?? 0) * 100),
    0,
  );
  const soFar = new ScoreSoFar(base / 100, 100);
  const penalty = bandOf(ios.open_space_penalty, openRatio);
  const openSpacePenalty = penalty?.value ?? 1;
  soFar.multiply(penalty?.label ?? '', openSpacePenalty, `${percent(openRatio)} of the lot is open`);
  const adjusted = soFar.inTenths(0) / 10;
  soFar.multiply(
    'Environmental multiplier',
    environmental.multiplier,
    `Environmental grade ${environmental.grade}, weighted score ${environmental.weighted_score}`,
  );
  const { dealBreaker } = iosClass;
  const tenths = dealBreaker === null ? soFar.inTenths(training.tenths) : 0;
  const afterPenalties = soFar.points;
  if (dealBreaker !== null) {
    soFar.multiply('Deal breaker', 0, `${dealBreaker}: such land is not for sale, whatever else it scores`);
  }
  const score = tenths / 10;
  return {
    ...common,
    score,
    property_score: Math.floor((base + 5) / 10) / 10,
    ios_open_space_penalty: openSpacePenalty,
    ios_property_score_adjusted: adjusted,
    na_reason: null,
    grade: gradeOf(score),
    penalties: soFar.penalties,
    totals: {
      base: base / 100,
      afterPenalties: dealBreaker === null ? afterPenalties : 0,
      adjustment,
      final: score,
      maxPoints: 100,
    },
  };
}

/** The weighted part of transportation that one distance earns; of `max` points, the weight's share. */
function subScore(
  label: string,
  weight: number,
  { kind, bonus, tenths }: { kind: Kind | null; bonus?: Kind | null; tenths: number },
  meters: number,
): ScoreItem {
  const weightTenths = Math.round(weight * 10);
  const bonusText = bonus && bonus.value > 0 ? `, interchange bonus ${bonus.value} ${bonus.label}` : '';
  const distance = amount(meters, ' m');
  return {
    label,
    points: (tenths * weightTenths) / 100,
    maxPoints: Math.round(IOS_POINTS.transportation * weightTenths) / 10,
    tooltip: `${distance === '' ? '' : `${distance}: `}${kind?.label ?? ''}${bonusText}. ${tenths / 10} points, weighted ${weight}`,
  };
}
