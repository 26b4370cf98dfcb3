import { classification, environmentalGrade, grade } from '@landline/event-schemas';
import { z } from 'zod';

/** One line of a score (spec 001 §3). `points` is null where the data for it is missing; the tooltip says what. */
export const scoreItem = z.object({
  label: z.string(),
  points: z.number().nullable(),
  maxPoints: z.number(),
  tooltip: z.string(),
});
export type ScoreItem = z.infer<typeof scoreItem>;

/** A component of the score and what its points are made of, when of more than one thing. */
export const scoreComponent = scoreItem.extend({ items: z.array(scoreItem) });
export type ScoreComponent = z.infer<typeof scoreComponent>;

export const penalty = z.object({
  label: z.string(),
  multiplier: z.number(),
  /** Points that it took away from the score so far. */
  points: z.number(),
  reason: z.string(),
});
export type Penalty = z.infer<typeof penalty>;

export const appliedFactor = z.object({
  factor_name: z.string(),
  description: z.string(),
  adjustment_value: z.number(),
});
export type AppliedFactor = z.infer<typeof appliedFactor>;

const trainingData = z.object({
  classification: classification.nullable(),
  /** Points for the classification itself. */
  baseAdjustment: z.number(),
  /** What training adds to the score in all, at most ±30. */
  totalAdjustment: z.number(),
  /** What was picked when this candidate was judged. */
  appliedFactors: z.array(appliedFactor),
  /** Points that judgements of other candidates of its kind add, at most ±30, and why. */
  learnedAdjustment: z.number(),
  learnedFactors: z.array(appliedFactor),
  /** Size of the total on a bar of 30 points (spec 001 §9). */
  impact: z.enum(['none', 'minor', 'moderate', 'significant', 'major']),
});

export const adjustments = z.object({
  dataReliability: z.number(),
  /** Why data reliability takes points away; empty when it does not. */
  dataReliabilityReasons: z.array(z.string()),
  trainingData,
});
export type Adjustments = z.infer<typeof adjustments>;

export const environmentalStatus = z.enum(['clear', 'review', 'critical', 'pending']);
const assessed = z.object({ status: environmentalStatus, text: z.string() });

/** A tank on the parcel or in its vicinity (spec 001 §3). What its source does not say is null. */
const tank = z.object({
  facility_name: z.string(),
  site_address: z.string().nullable(),
  distance_feet: z.number(),
  distance_meters: z.number(),
  contamination_source: z.enum(['UST', 'LUST', 'LUST_NEARBY', 'UST_NEARBY']),
  notification_date: z.string().nullable(),
  closure_date: z.string().nullable(),
});
export type Tank = z.infer<typeof tank>;

/** Underground tanks, leaking (LUST) or in use (UST), near the parcel (spec 001 §3). */
export const ustLustAnalysis = z.object({
  within_property_vicinity: z.boolean(),
  within_1_mile: z.boolean(),
  /** On the parcel: 300 ft or less. */
  exact_matches: z.int(),
  /** Off the parcel, within 800 ft. */
  nearby_matches: z.int(),
  /** All of them, nearest first. */
  facilities: z.array(tank),
});

export const environmental = z.object({
  /** Null while no facilities have been looked up. */
  grade: environmentalGrade.nullable(),
  weighted_score: z.number().nullable(),
  multiplier: z.number(),
  header: z.enum(['Environmental Considerations', 'Environmental Concerns']).nullable(),
  contamination: assessed.extend({
    /** Only sites that are watched, none that contaminate: shown with an eye. */
    monitoring_only: z.boolean(),
  }),
  flood: assessed.extend({ risk: z.enum(['low', 'moderate', 'high']).nullable() }),
  soil: assessed,
  /** Facilities within one mile. */
  facilities_counted: z.int(),
  /** What the weighted score is made of, worst first. */
  factors: z.array(z.object({ label: z.string(), weight: z.number(), impact: z.number() })),
  ust_lust_analysis: ustLustAnalysis.nullable(),
});
export type Environmental = z.infer<typeof environmental>;

export const hubAccess = z.object({ label: z.string(), hover: z.string() });
export type HubAccess = z.infer<typeof hubAccess>;

const totals = z.object({
  /** The components' sum. */
  base: z.number().nullable(),
  /** After penalties (and, for ios, the environmental multiplier). */
  afterPenalties: z.number().nullable(),
  adjustment: z.number(),
  /** Capped to 0-100 and rounded to one decimal: the score. */
  final: z.number().nullable(),
  maxPoints: z.number(),
});

const common = {
  score: z.number().nullable(),
  /** Why there is no score; null when there is one. */
  na_reason: z.string().nullable(),
  grade,
  penalties: z.array(penalty),
  adjustments,
  totals,
};

export const aduBreakdown = z.object({
  property_type: z.literal('adu'),
  ...common,
  components: z.object({
    lotOpportunity: scoreComponent,
    propertyScale: scoreComponent,
    siteEfficiency: scoreComponent,
    layoutFlexibility: scoreComponent,
  }),
  /** What each penalty multiplied the score by, 1 when it took nothing; null without a score. */
  unit_count_penalty_multiplier: z.number().nullable(),
  townhouse_penalty_multiplier: z.number().nullable(),
  courtyard_penalty_multiplier: z.number().nullable(),
});
export type AduBreakdown = z.infer<typeof aduBreakdown>;

export const iosBreakdown = z.object({
  property_type: z.literal('ios'),
  ...common,
  /** The components' sum, before penalties, environment and adjustments; null like the score. */
  property_score: z.number().nullable(),
  /** What the open-space penalty multiplied it by, 1 when it took nothing, and what that left; null without a score. */
  ios_open_space_penalty: z.number().nullable(),
  ios_property_score_adjusted: z.number().nullable(),
  components: z.object({
    property_use: scoreComponent,
    site_utilization: scoreComponent,
    lot_size: scoreComponent,
    transportation: scoreComponent,
  }),
  environmental,
  hub_access: hubAccess,
});
export type IosBreakdown = z.infer<typeof iosBreakdown>;

/** A score with everything it is made of (spec 001 §3, §7). */
export const breakdown = z.discriminatedUnion('property_type', [aduBreakdown, iosBreakdown]);
export type Breakdown = z.infer<typeof breakdown>;
