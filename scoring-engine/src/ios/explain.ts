import { type CandidateFeatures, gradeOf, SQFT_PER_ACRE } from '@landline/event-schemas';
import type { IosBreakdown, ScoreItem } from '../breakdown.ts';
import { measureOf } from '../features/measures.ts';
import { buildingAreaLimits, naOf, parcelAreaLimits } from '../limits.ts';
import type { Kind, ScoringModel } from '../model/document.ts';
import { bandOf } from '../model/lookup.ts';
import { IOS_POINTS } from '../model/weights.ts';
import type { CandidateClassification } from '../model.ts';
import { NA, NA_REASONS } from '../na-reasons.ts';
import { amount, componentOf, itemOf, percent, RunningScore, sumOf } from '../score-items.ts';
import { trainingOf } from '../training-adjustment.ts';
import { assessEnvironment } from './environment.ts';
import { hubAccessOf } from './hub-access.ts';
import { highwayOf, iosClassOf, iosKinds, lotSizeOf, railOf } from './kinds.ts';

/** Returns an IOS candidate's score with its full breakdown (spec 001 §9). */
export function explainIos(
  features: CandidateFeatures,
  classification: CandidateClassification | null,
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
  const training = trainingOf(model, 'ios', classification, iosKinds(ios, features));
  const isScored = na === NA.none;
  const valueIfScored = (value: number) => (isScored ? value : null);
  const base = Object.values(components).reduce(
    (sum, { points }) => sum + Math.round((points ?? 0) * 100),
    0,
  );
  const running = new RunningScore(base / 100, 100);
  const penalty = bandOf(ios.open_space_penalty, openRatio);
  const openSpacePenalty = penalty?.value ?? 1;
  running.multiply(penalty?.label ?? '', openSpacePenalty, `${percent(openRatio)} of the lot is open`);
  const adjusted = running.inTenths(0) / 10;
  running.multiply(
    'Environmental multiplier',
    environmental.multiplier,
    `Environmental grade ${environmental.grade}, weighted score ${environmental.weighted_score}`,
  );
  const { dealBreaker } = iosClass;
  const tenths = dealBreaker === null ? running.inTenths(training.tenths) : 0;
  const afterPenalties = dealBreaker === null ? running.points : 0;
  if (dealBreaker !== null) {
    running.multiply(
      'Deal breaker',
      0,
      `${dealBreaker}: land of this kind is not for sale, whatever it scores`,
    );
  }
  const score = valueIfScored(tenths / 10);
  return {
    property_type: 'ios',
    components,
    adjustments: { dataReliability: 0, dataReliabilityReasons: [], trainingData: training.trainingData },
    environmental,
    hub_access: hubAccessOf(ios.hub_access, features),
    score,
    property_score: valueIfScored(Math.floor((base + 5) / 10) / 10),
    ios_open_space_penalty: valueIfScored(openSpacePenalty),
    ios_property_score_adjusted: valueIfScored(adjusted),
    na_reason: isScored ? null : (NA_REASONS[na] ?? null),
    grade: gradeOf(score),
    penalties: isScored ? running.penalties : [],
    totals: {
      base: valueIfScored(base / 100),
      afterPenalties: valueIfScored(afterPenalties),
      adjustment: training.tenths / 10,
      final: score,
      maxPoints: 100,
    },
  };
}

/** Returns the score item of one distance: its points and maximum are the weighted share of transportation. */
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
