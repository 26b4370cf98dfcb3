import type { Breakdown } from '@landline/api/property/candidates/contract';
import { formatScore, signedPoints } from '../../../shared/format.ts';

/** A score component; `points` is null if its data is missing. */
export interface ScorePart {
  label: string;
  points: number | null;
  maxPoints: number;
  tooltip: string;
}

/** An adjustment after the components; negative if it subtracts points. */
interface ScoreAdjustment {
  name: string;
  /** The name, with the multiplier if there is one. */
  label: string;
  points: number;
  tooltip: string;
  /** Its parts, if it is a sum. */
  items: readonly { label: string; points: number; tooltip: string }[];
}

/** A score ready to be drawn: components, then adjustments in the order of their application. */
export interface ScoreParts {
  components: readonly (ScorePart & { items: readonly ScorePart[] })[];
  adjustments: readonly ScoreAdjustment[];
  total: number | null;
  /** Effect of training; null if there is none. */
  training: TrainingEffect | null;
}

type Training = Breakdown['adjustments']['trainingData'];

/** Training points, and how much of a bar they fill. */
export interface TrainingEffect {
  points: number;
  /** Filled share of the bar, in percent. */
  percent: number;
  impact: Exclude<Training['impact'], 'none'>;
}

/** Points that fill a bar of adjustments (spec 001 §9). */
export const FULL_BAR_POINTS = 30;

/** Smaller changes would show as 0.0. */
const MIN_VISIBLE_POINTS = 0.05;

/** Splits a breakdown into its components and visible adjustments. */
export function partsOf(breakdown: Breakdown): ScoreParts {
  const { dataReliability, dataReliabilityReasons, trainingData: training } = breakdown.adjustments;
  const adjustments: ScoreAdjustment[] = [
    ...breakdown.penalties.map(({ label, multiplier, points, reason }) =>
      adjustment(label, -Math.abs(points), reason, { label: `${label} × ${multiplier}` }),
    ),
    ...environmentAdjustment(breakdown),
    adjustment('Data reliability', dataReliability, dataReliabilityReasons.join(' ')),
    factorsAdjustment(
      training.classification ? `Classified as ${training.classification}` : 'Training',
      training.totalAdjustment - training.learnedAdjustment,
      training.appliedFactors,
    ),
    factorsAdjustment('Similar properties', training.learnedAdjustment, training.learnedFactors),
  ];
  return {
    components: Object.values(breakdown.components),
    adjustments: adjustments.filter(({ points }) => Math.abs(points) >= MIN_VISIBLE_POINTS),
    total: breakdown.score,
    training: trainingEffect(training),
  };
}

const adjustment = (
  name: string,
  points: number,
  tooltip: string,
  more: Partial<ScoreAdjustment> = {},
): ScoreAdjustment => ({ name, label: name, points, tooltip, items: [], ...more });

const factorsAdjustment = (name: string, points: number, factors: Training['appliedFactors']) =>
  adjustment(
    name,
    points,
    factors
      .map(({ factor_name, adjustment_value }) => `${factor_name} ${signedPoints(adjustment_value)}`)
      .join(', '),
    {
      items: factors.map(({ factor_name, description, adjustment_value }) => ({
        label: factor_name,
        points: adjustment_value,
        tooltip: description,
      })),
    },
  );

/** Returns the effect of the environmental multiplier: the change that the penalties before it do not explain. */
function environmentAdjustment(breakdown: Breakdown): ScoreAdjustment[] {
  const { base, afterPenalties } = breakdown.totals;
  if (breakdown.property_type !== 'ios' || base === null || afterPenalties === null) return [];
  const { grade, multiplier } = breakdown.environmental;
  const penalized = breakdown.penalties.reduce((remaining, { points }) => remaining - Math.abs(points), base);
  const tooltip = grade === null ? 'No environmental grade yet' : `Environmental grade ${grade}`;
  return [
    adjustment('Environment', afterPenalties - penalized, tooltip, { label: `Environment × ${multiplier}` }),
  ];
}

function trainingEffect({ totalAdjustment: points, impact }: Training): TrainingEffect | null {
  if (impact === 'none') return null;
  return { points, percent: Math.min(100, (Math.abs(points) / FULL_BAR_POINTS) * 100), impact };
}

/** Returns the label and the figure of each component and adjustment. */
export const figuresOf = ({ components, adjustments }: ScoreParts): { label: string; figure: string }[] => [
  ...components.map(({ label, points, maxPoints }) => ({
    label,
    figure: `${formatScore(points)} / ${maxPoints}`,
  })),
  ...adjustments.map(({ label, points }) => ({ label, figure: signedPoints(points) })),
];

type KnownPart = ScorePart & { points: number };

const isKnown = <T extends ScorePart>(part: T): part is T & KnownPart =>
  part.points !== null && part.maxPoints > 0;
const shareOf = ({ points, maxPoints }: KnownPart) => points / maxPoints;
const describePart = ({ label, points, maxPoints }: KnownPart) =>
  `${label} (${points.toFixed(1)} of ${maxPoints})`;

/** Explains a score in a sentence or two: its strongest component, then its largest adjustment or weakest component. */
export function reasonOf({ components, adjustments, total }: ScoreParts): string | null {
  const ranked = components.filter(isKnown).sort((a, b) => shareOf(b) - shareOf(a));
  const best = ranked[0];
  const worst = ranked.at(-1);
  if (total === null || !best || !worst) return null;
  if (worst.points === worst.maxPoints && adjustments.length === 0)
    return 'Every component earned full points.';
  const strength = `Strongest component: ${describePart(best)}.`;
  const [largest] = [...adjustments].sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  if (largest) return `${strength} Largest adjustment: ${largest.name} (${signedPoints(largest.points)}).`;
  return best === worst ? strength : `${strength} Weakest: ${describePart(worst)}.`;
}
