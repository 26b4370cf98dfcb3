import { ENVIRONMENTAL_GRADES, environmentalGrade } from '@landline/event-schemas';
import { z } from 'zod';
import { ADU_POINTS, IOS_POINTS, MAX_ADJUSTMENT } from './weights.ts';

const onGrid = (perUnit: number) =>
  z
    .number()
    .refine(
      (value) => Math.abs(value * perUnit - Math.round(value * perUnit)) < 1e-9,
      `Must be a multiple of ${1 / perUnit}`,
    );

/** Points have one decimal and multipliers two, so that sums are exact in integers. */
const points = onGrid(10);
const pointsUpTo = (max: number) =>
  points.refine((value) => value >= 0 && value <= max, `Must be between 0 and ${max}`);
const multiplier = onGrid(100).refine((value) => value >= 0 && value <= 1, 'Must be between 0 and 1');
const adjustment = points.refine(
  (value) => Math.abs(value) <= MAX_ADJUSTMENT,
  'Exceeds the limit of training',
);

/** Reason for a value that the specification does not give. */
const why = z.string().optional();
const kindOf = (value: z.ZodType<number>) => z.object({ label: z.string().min(1), value });

/**
 * Table of values by number: the first of `bands` that contains the number, both ends included, or else `otherwise`.
 * `unknown` is the value of a missing number; null means that there is no score without it. Labels are unique in a
 * table.
 */
function bandTable(value: z.ZodType<number>) {
  const kind = kindOf(value);
  return z
    .object({
      label: z.string(),
      why,
      bands: z.array(
        kind.extend({ from: z.number().nonnegative().optional(), to: z.number().nonnegative().optional() }),
      ),
      otherwise: kind,
      unknown: kind.nullable(),
    })
    .refine(
      ({ bands, otherwise, unknown }) => areDistinct([...bands, otherwise, ...(unknown ? [unknown] : [])]),
      'Two bands have the same label',
    );
}

/**
 * Table of values by text: the first of `rules` that matches, or else `otherwise`. Text is compared in lower case
 * without separators: `numbers` with its leading number, `codes` with its beginning up to a separator (R-1/7000 is r,
 * r1 and r17000), `words` with the beginnings of its words; text with one of `except` does not match.
 */
function wordTable(value: z.ZodType<number>) {
  const kind = kindOf(value);
  return z
    .object({
      label: z.string(),
      why,
      rules: z.array(
        kind.extend({
          numbers: z.array(z.int()).optional(),
          codes: z.array(z.string().regex(/^[a-z0-9]+$/)).optional(),
          words: z.array(phrase).optional(),
          except: z.array(phrase).optional(),
        }),
      ),
      otherwise: kind,
      unknown: kind,
    })
    .refine(
      ({ rules, otherwise, unknown }) => areDistinct([...rules, otherwise, unknown]),
      'Two rules have the same label',
    );
}

const phrase = z.string().regex(/^[a-z0-9]+( [a-z0-9]+)*$/);
const areDistinct = (kinds: { label: string }[]) =>
  new Set(kinds.map(({ label }) => label)).size === kinds.length;

const multipliers = bandTable(multiplier);
/** Table without points, whose kinds exist for training only. */
const kindsOfNumbers = bandTable(pointsUpTo(0));
/** Points deducted for doubtful data. */
const reliability = wordTable(
  points.refine((value) => value <= 0 && value >= -10, 'Must be between -10 and 0'),
);
export type BandTable = z.infer<typeof multipliers>;
export type WordTable = z.infer<typeof reliability>;
export type Kind = WordTable['otherwise'];

const trainingFactor = z.object({
  id: z.string().regex(/^[a-z0-9-]+$/),
  factor_name: z.string(),
  description: z.string(),
  adjustment_value: adjustment,
});
export type TrainingFactor = z.infer<typeof trainingFactor>;

const training = z.object({
  why,
  /** Adjustment from the classification alone. */
  base: z.object({ good: adjustment, bad: adjustment }),
  positive: z.array(trainingFactor),
  negative: z.array(trainingFactor),
});

/** Trained adjustment of one kind of candidate: a trait (the table's name) and one of that table's labels. */
const trainedFactor = z.object({
  trait: z.string(),
  kind: z.string(),
  adjustment_value: adjustment,
  /** Classifications that the factor is based on. */
  good: z.int().nonnegative(),
  bad: z.int().nonnegative(),
});
export type TrainedFactor = z.infer<typeof trainedFactor>;

/** Training parameters. */
const learning = z.object({
  why,
  /** Points that make a candidate e times as likely to be classified as good, before training. */
  points_per_logit: z.number().positive(),
  /**
   * Number of assumed classifications, half of them good, so that real classifications of only one kind have an
   * effect, too.
   */
  background_judgements: z.number().positive(),
  /** Strength of the ridge penalty: the curvature that it adds to each weight. */
  ridge: z.number().positive(),
  /** Number of classifications at which a kind gets half of its adjustment. */
  half_trusted_at: z.number().nonnegative(),
});
export type TrainingParameters = z.infer<typeof learning>;

const limits = z.object({ why, from: z.number().nonnegative(), to: z.number().nonnegative() });

const adu = z.object({
  open_area: bandTable(pointsUpTo(ADU_POINTS.lotOpportunity)),
  units: bandTable(pointsUpTo(ADU_POINTS.propertyScale)),
  open_ratio: bandTable(pointsUpTo(ADU_POINTS.siteEfficiency)),
  open_area_per_unit: bandTable(pointsUpTo(ADU_POINTS.layoutFlexibility)),
  garages: kindsOfNumbers,
  buildings: kindsOfNumbers,
  zoning: wordTable(pointsUpTo(0)),
  unit_count_penalty: multipliers,
  townhouse_penalty: z.object({
    why,
    without_garage: multiplier,
    few_garages: z.object({ from: z.number(), to: z.number(), min_score: points, multiplier }),
  }),
  courtyard_penalty: z.object({
    why,
    buildings: z.int(),
    min_units: z.number(),
    min_score: points,
    multiplier,
  }),
  reliability: z.object({
    why,
    building_area_source: reliability,
    building_data_quality: reliability,
    data_quality_flag: reliability,
  }),
  training,
  learned: z.array(trainedFactor),
});

const subScore = bandTable(pointsUpTo(IOS_POINTS.transportation));
const ios = z.object({
  property_type: wordTable(pointsUpTo(IOS_POINTS.property_type)),
  zoning: wordTable(pointsUpTo(IOS_POINTS.zoning)),
  lot_use: wordTable(pointsUpTo(IOS_POINTS.lot_use)),
  /** Texts that set the score to 0. */
  deal_breakers: z.object({
    why,
    words: z.array(phrase),
    except: z.array(phrase),
    numbers: z.array(z.int()),
  }),
  open_ratio: bandTable(pointsUpTo(IOS_POINTS.open_ratio)),
  open_space_penalty: multipliers,
  lot_shape: wordTable(pointsUpTo(IOS_POINTS.lot_shape)),
  topography: wordTable(pointsUpTo(IOS_POINTS.topography)),
  /** Bands in acres; the parcel area is compared in square feet. */
  lot_size: bandTable(pointsUpTo(IOS_POINTS.lot_size)),
  transportation: z
    .object({
      why,
      highway: subScore,
      interchange_bonus: subScore,
      rail: subScore,
      /** Maximum of each sub-score, and the weights of the two sub-scores. */
      max: pointsUpTo(IOS_POINTS.transportation),
      highway_weight: onGrid(10),
      rail_weight: onGrid(10),
    })
    .refine(
      (table) => Math.round(table.highway_weight * 10) + Math.round(table.rail_weight * 10) === 10,
      'The weights must add up to 1',
    ),
  hub_access: z.object({
    why,
    bands: z.array(z.object({ to: z.number(), label: z.string() })),
    otherwise: z.string(),
  }),
  training,
  learned: z.array(trainedFactor),
});

const environmental = z.object({
  why,
  /**
   * The first entry that matches a facility's source or, if none does, its contamination type. `words` match the
   * beginnings of words, `names` match whole words, such as abbreviations.
   */
  sources: z.array(
    z.object({
      label: z.string(),
      words: z.array(phrase),
      names: z.array(phrase).optional(),
      weight: z.int().min(0).max(100),
      /** Tanks and leaking tanks have separate rules; monitored sites count as clear. */
      kind: z.enum(['lust', 'ust', 'site', 'monitoring']),
    }),
  ),
  unlisted: z.object({ why, weight: z.int().min(0).max(100) }),
  flood_100_year_weight: z.int().min(0).max(100),
  /** Impact by distance in feet, nearest first; a facility beyond the last distance has no impact. */
  impact: z.array(z.object({ to: z.number().nonnegative(), factor: multiplier })),
  /** Maximum distance assumed for an on-site facility, in feet like all distances here. */
  onsite_within: z.number(),
  tank_onsite_within: z.number(),
  vicinity: z.number(),
  data_radius: z.number(),
  grades: z
    .array(z.object({ grade: environmentalGrade, to: z.number().nullable(), multiplier }))
    .refine(
      (grades) =>
        grades.map(({ grade }) => grade).join() === ENVIRONMENTAL_GRADES.join() && grades.at(-1)?.to === null,
      'Must be A to F, the last without an end',
    ),
  flood_zones: z.object({
    why,
    low: z.array(z.string()),
    moderate: z.array(z.string()),
    high: z.array(z.string()),
  }),
  soil: z.object({ why, low: z.array(phrase), moderate: z.array(phrase), high: z.array(phrase) }),
});

/**
 * Scoring model: all data of the formula, but not its structure. Models are published as a whole and never change.
 */
export const scoringModel = z.object({
  name: z.string(),
  /** Version of the formula. */
  formula: z.literal(1, 'Must be 1'),
  parcel_area: limits,
  building_area: limits,
  adu,
  ios,
  environmental,
  learning: learning.optional(),
});
export type ScoringModel = z.infer<typeof scoringModel>;
