import { ENVIRONMENTAL_GRADES, environmentalGrade } from '@landline/event-schemas';
import { z } from 'zod';
import { ADU_POINTS, IOS_POINTS, MAX_ADJUSTMENT } from './weights.ts';

const onGrid = (perUnit: number) =>
  z
    .number()
    .refine(
      (value) => Math.abs(value * perUnit - Math.round(value * perUnit)) < 1e-9,
      `Not a multiple of ${1 / perUnit}`,
    );

/** Points have one decimal and multipliers two, so that everything adds up exactly as integers. */
const points = onGrid(10);
const pointsUpTo = (max: number) =>
  points.refine((value) => value >= 0 && value <= max, `Not within 0 and ${max}`);
const multiplier = onGrid(100).refine((value) => value >= 0 && value <= 1, 'Not within 0 and 1');
const adjustment = points.refine(
  (value) => Math.abs(value) <= MAX_ADJUSTMENT,
  'Beyond the bound of training',
);

/** Why a value is what it is, where the specification does not show it. */
const why = z.string().optional();
const kindOf = (value: z.ZodType<number>) => z.object({ label: z.string().min(1), value });

/**
 * What a number is worth: the first of `bands` that it lies in, both ends included, else `otherwise`. `unknown` is for a
 * number that is missing; null: without it there is no score. A label names one kind of candidate.
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
      'Two bands with one label',
    );
}

/**
 * What words are worth: the first of `rules` that fits, else `otherwise`. Text is compared in lower case without
 * separators: `numbers` with its leading number, `codes` with its beginning up to a separator (R-1/7000 is r, r1 and
 * r17000), `words` with the beginnings of its words; text with one of `except` does not fit.
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
      'Two rules with one label',
    );
}

const phrase = z.string().regex(/^[a-z0-9]+( [a-z0-9]+)*$/);
const areDistinct = (kinds: { label: string }[]) =>
  new Set(kinds.map(({ label }) => label)).size === kinds.length;

const multipliers = bandTable(multiplier);
/** Worth no points: kinds that training may learn about. */
const kindsOfNumbers = bandTable(pointsUpTo(0));
/** Points that doubtful data takes away. */
const reliability = wordTable(points.refine((value) => value <= 0 && value >= -10, 'Not within -10 and 0'));
export type BandTable = z.infer<typeof multipliers>;
export type WordTable = z.infer<typeof reliability>;
export type Kind = WordTable['otherwise'];

export const trainingFactor = z.object({
  id: z.string().regex(/^[a-z0-9-]+$/),
  factor_name: z.string(),
  description: z.string(),
  adjustment_value: adjustment,
});
export type TrainingFactor = z.infer<typeof trainingFactor>;

const training = z.object({
  why,
  /** What the classification alone adds to the judged candidate. */
  base: z.object({ good: adjustment, bad: adjustment }),
  positive: z.array(trainingFactor),
  negative: z.array(trainingFactor),
});

/** What judgements taught about one kind of candidate: a trait (the table's name) and one of that table's labels. */
const learnedFactor = z.object({
  trait: z.string(),
  kind: z.string(),
  adjustment_value: adjustment,
  /** The judgements that it rests on. */
  good: z.int().nonnegative(),
  bad: z.int().nonnegative(),
});
export type LearnedFactor = z.infer<typeof learnedFactor>;

/** How judgements become what is learned about kinds of candidates. */
const learning = z.object({
  why,
  /** So many points make a candidate e times as likely to be judged good, before anything is learned. */
  points_per_logit: z.number().positive(),
  /** Beside the real ones, half of them good: so that judgements of one sort alone teach something too. */
  background_judgements: z.number().positive(),
  /** How strongly weights are held at zero: as so many judgements against each. */
  ridge: z.number().positive(),
  /** A kind with so many judgements gets half of what it shows. */
  half_trusted_at: z.number().nonnegative(),
});
export type Learning = z.infer<typeof learning>;

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
  learned: z.array(learnedFactor),
});

const subScore = bandTable(pointsUpTo(IOS_POINTS.transportation));
const ios = z.object({
  property_type: wordTable(pointsUpTo(IOS_POINTS.property_type)),
  zoning: wordTable(pointsUpTo(IOS_POINTS.zoning)),
  lot_use: wordTable(pointsUpTo(IOS_POINTS.lot_use)),
  /** What ends the matter: the score is 0. */
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
  /** Bands in acres; what is compared is the parcel area with the band's square feet. */
  lot_size: bandTable(pointsUpTo(IOS_POINTS.lot_size)),
  transportation: z
    .object({
      why,
      highway: subScore,
      interchange_bonus: subScore,
      rail: subScore,
      /** The most that a sub-score may reach, and how much of the component it is. */
      max: pointsUpTo(IOS_POINTS.transportation),
      highway_weight: onGrid(10),
      rail_weight: onGrid(10),
    })
    .refine(
      (table) => Math.round(table.highway_weight * 10) + Math.round(table.rail_weight * 10) === 10,
      'The weights are not 1 together',
    ),
  hub_access: z.object({
    why,
    bands: z.array(z.object({ to: z.number(), label: z.string() })),
    otherwise: z.string(),
  }),
  training,
  learned: z.array(learnedFactor),
});

const environmental = z.object({
  why,
  /**
   * The first that a facility's source, or else its contamination type, mentions: `words` with the beginnings of its words,
   * `names` with whole ones, as abbreviations are.
   */
  sources: z.array(
    z.object({
      label: z.string(),
      words: z.array(phrase),
      names: z.array(phrase).optional(),
      weight: z.int().min(0).max(100),
      /** Leaking tanks and tanks have rules of their own; what is only watched counts as clear. */
      kind: z.enum(['lust', 'ust', 'site', 'monitoring']),
    }),
  ),
  unlisted: z.object({ why, weight: z.int().min(0).max(100) }),
  flood_100_year_weight: z.int().min(0).max(100),
  /** By distance in feet, nearest first; a facility farther than the last counts nothing. */
  impact: z.array(z.object({ to: z.number().nonnegative(), factor: multiplier })),
  /** A facility that its source calls on-site counts as no farther than this. In feet, like all here. */
  onsite_within: z.number(),
  tank_onsite_within: z.number(),
  vicinity: z.number(),
  data_radius: z.number(),
  grades: z
    .array(z.object({ grade: environmentalGrade, to: z.number().nullable(), multiplier }))
    .refine(
      (grades) =>
        grades.map(({ grade }) => grade).join() === ENVIRONMENTAL_GRADES.join() && grades.at(-1)?.to === null,
      'Not A to F, the last without an end',
    ),
  flood_zones: z.object({
    why,
    low: z.array(z.string()),
    moderate: z.array(z.string()),
    high: z.array(z.string()),
  }),
  soil: z.object({ why, low: z.array(phrase), moderate: z.array(phrase), high: z.array(phrase) }),
});

/** A scoring model: everything but the shape of the formula, as data (DESIGN §5). Published whole, never changed. */
export const scoringModel = z.object({
  name: z.string(),
  /** Which formula reads it. */
  formula: z.literal(1),
  parcel_area: limits,
  building_area: limits,
  adu,
  ios,
  environmental,
  learning: learning.optional(),
});
export type ScoringModel = z.infer<typeof scoringModel>;
