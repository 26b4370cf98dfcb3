import { classification, environmentalGrade, grade } from '@landline/event-schemas';
import { z } from 'zod';

/** One line of a score (spec 001 §3). `points` is null if data is missing. */
const scoreItem = z.object({
  label: z.string(),
  points: z.number().nullable(),
  maxPoints: z.number(),
  tooltip: z.string(),
});
export type ScoreItem = z.infer<typeof scoreItem>;

/** A component of the score with its items. */
const scoreComponent = scoreItem.extend({ items: z.array(scoreItem) });
export type ScoreComponent = z.infer<typeof scoreComponent>;

const penalty = z.object({
  label: z.string(),
  multiplier: z.number(),
  /** Points subtracted from the running score. */
  points: z.number(),
  reason: z.string(),
});
export type Penalty = z.infer<typeof penalty>;

const appliedFactor = z.object({
  factor_name: z.string(),
  description: z.string(),
  adjustment_value: z.number(),
});
export type AppliedFactor = z.infer<typeof appliedFactor>;

const trainingData = z.object({
  classification: classification.nullable(),
  /** Points for the classification alone. */
  baseAdjustment: z.number(),
  /** Total training adjustment, at most ±30. */
  totalAdjustment: z.number(),
  /** Factors that were chosen when this candidate was classified. */
  appliedFactors: z.array(appliedFactor),
  /** Points from classifications of similar candidates, at most ±30, and their factors. */
  learnedAdjustment: z.number(),
  learnedFactors: z.array(appliedFactor),
  /** Size of the total relative to the maximum of 30 points (spec 001 §9). */
  impact: z.enum(['none', 'minor', 'moderate', 'significant', 'major']),
});

const adjustments = z.object({
  dataReliability: z.number(),
  /** Reasons for the data reliability deduction; empty if there is none. */
  dataReliabilityReasons: z.array(z.string()),
  trainingData,
});
export type Adjustments = z.infer<typeof adjustments>;

const environmentalStatus = z.enum(['clear', 'review', 'critical', 'pending']);
const assessedFact = z.object({ status: environmentalStatus, text: z.string() });

/** A tank on the parcel or in its vicinity (spec 001 §3). Null means that the source has no value. */
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

/** Underground storage tanks near the parcel: leaking (LUST) or without a known leak (UST) (spec 001 §3). */
const ustLustAnalysis = z.object({
  within_property_vicinity: z.boolean(),
  within_1_mile: z.boolean(),
  /** Tanks on the parcel: flagged on-site by the source, or within the model's on-site distance (300 ft by default). */
  exact_matches: z.int(),
  /** Other tanks within the model's vicinity (800 ft by default). */
  nearby_matches: z.int(),
  /** All matches, nearest first. */
  facilities: z.array(tank),
});

const environmental = z.object({
  /** Null until facilities have been looked up. */
  grade: environmentalGrade.nullable(),
  weighted_score: z.number().nullable(),
  multiplier: z.number(),
  header: z.enum(['Environmental Considerations', 'Environmental Concerns']).nullable(),
  contamination: assessedFact.extend({
    /** True for monitored sites without contamination; shown with an eye icon. */
    monitoring_only: z.boolean(),
  }),
  flood: assessedFact.extend({ risk: z.enum(['low', 'moderate', 'high']).nullable() }),
  soil: assessedFact,
  /** Number of facilities within one mile. */
  facilities_counted: z.int(),
  /** Parts of the weighted score, largest first. */
  factors: z.array(z.object({ label: z.string(), weight: z.number(), impact: z.number() })),
  ust_lust_analysis: ustLustAnalysis.nullable(),
});
export type Environmental = z.infer<typeof environmental>;

const hubAccess = z.object({ label: z.string(), hover: z.string() });
export type HubAccess = z.infer<typeof hubAccess>;

const totals = z.object({
  /** Sum of the components. */
  base: z.number().nullable(),
  /** Score after penalties and, for IOS, the environmental multiplier; 0 for a deal breaker. */
  afterPenalties: z.number().nullable(),
  adjustment: z.number(),
  /** The score: capped to 0-100 and rounded to one decimal. */
  final: z.number().nullable(),
  maxPoints: z.number(),
});

const common = {
  score: z.number().nullable(),
  /** Reason for a missing score; null when there is one. */
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
  /** Penalty multipliers; 1 if not applied, null if there is no score. */
  unit_count_penalty_multiplier: z.number().nullable(),
  townhouse_penalty_multiplier: z.number().nullable(),
  courtyard_penalty_multiplier: z.number().nullable(),
});
export type AduBreakdown = z.infer<typeof aduBreakdown>;

export const iosBreakdown = z.object({
  property_type: z.literal('ios'),
  ...common,
  /** Sum of the components before penalties, environment and adjustments; null if there is no score. */
  property_score: z.number().nullable(),
  /** Multiplier of the open-space penalty (1 when not applied) and the score after it; null if there is no score. */
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

/** A score with its full breakdown (spec 001 §3, §7). */
export const breakdown = z.discriminatedUnion('property_type', [aduBreakdown, iosBreakdown]);
export type Breakdown = z.infer<typeof breakdown>;
