import type { Breakdown } from '@landline/api/candidates/contract';
import { signedPoints } from '../../shared/format.ts';

/** A part of a score that earns points; `points` null: what it would rest on is not known. */
export interface ScorePart {
  label: string;
  points: number | null;
  maxPoints: number;
  tooltip: string;
}

/** What moved the sum of the parts afterwards; negative when it took points away. */
interface ScoreChange {
  /** What it is. */
  name: string;
  /** The same, with the factor where there is one. */
  label: string;
  points: number;
  tooltip: string;
  /** What it adds up, where that is more than one thing. */
  items: readonly { label: string; points: number; tooltip: string }[];
}

/** A score ready to be drawn: its parts, then its changes in the order in which they were applied. */
export interface ScoreParts {
  parts: readonly (ScorePart & { items: readonly ScorePart[] })[];
  changes: readonly ScoreChange[];
  total: number | null;
  /** What training did in all; null when nothing. */
  training: Training | null;
}

/** An adjustment on a bar of 30 points (spec 001 §9). */
interface Training {
  points: number;
  /** Of the bar. */
  percent: number;
  impact: Exclude<Breakdown['adjustments']['trainingData']['impact'], 'none'>;
}

/** What fills the bar of training (spec 001 §9). */
const FULL_BAR = 30;

/** Less than this is not worth a line: it shows as 0.0. */
const VISIBLE = 0.05;

export function partsOf(breakdown: Breakdown): ScoreParts {
  const { components, penalties, adjustments, score } = breakdown;
  const { dataReliability, dataReliabilityReasons, trainingData } = adjustments;
  const judged = trainingData.classification ? `Marked as ${trainingData.classification}` : 'Training';
  const changes: ScoreChange[] = [
    ...penalties.map(({ label, multiplier, points, reason }) => ({
      name: label,
      label: `${label} × ${multiplier}`,
      points: -Math.abs(points),
      tooltip: reason,
      items: [],
    })),
    ...environmentChange(breakdown),
    {
      name: 'Data reliability',
      label: 'Data reliability',
      points: dataReliability,
      tooltip: dataReliabilityReasons.join(' '),
      items: [],
    },
    {
      name: judged,
      label: judged,
      points: trainingData.totalAdjustment - trainingData.learnedAdjustment,
      tooltip: factorsInWords(trainingData.appliedFactors),
      items: trainingData.appliedFactors.map(itemOf),
    },
    {
      name: 'Similar properties',
      label: 'Similar properties',
      points: trainingData.learnedAdjustment,
      tooltip: factorsInWords(trainingData.learnedFactors),
      items: trainingData.learnedFactors.map(itemOf),
    },
  ];
  return {
    parts: Object.values(components),
    changes: changes.filter(({ points }) => Math.abs(points) >= VISIBLE),
    total: score,
    training: trainingOf(trainingData),
  };
}

function trainingOf({ totalAdjustment, impact }: Breakdown['adjustments']['trainingData']): Training | null {
  if (impact === 'none') return null;
  const percent = Math.min(100, (Math.abs(totalAdjustment) / FULL_BAR) * 100);
  return { points: totalAdjustment, percent, impact };
}

type Factor = Breakdown['adjustments']['trainingData']['appliedFactors'][number];

const itemOf = ({ factor_name, description, adjustment_value }: Factor) => ({
  label: factor_name,
  points: adjustment_value,
  tooltip: description,
});

const factorsInWords = (factors: readonly Factor[]) =>
  factors
    .map(({ factor_name, adjustment_value }) => `${factor_name} ${signedPoints(adjustment_value)}`)
    .join(', ');

/** What the environmental multiplier took: whatever the penalties before it leave unexplained. */
function environmentChange(breakdown: Breakdown): ScoreChange[] {
  const { base, afterPenalties } = breakdown.totals;
  if (breakdown.property_type !== 'ios' || base === null || afterPenalties === null) return [];
  const { grade, multiplier } = breakdown.environmental;
  const penalized = breakdown.penalties.reduce((left, { points }) => left - Math.abs(points), base);
  return [
    {
      name: 'Environment',
      label: `Environment × ${multiplier}`,
      points: afterPenalties - penalized,
      tooltip: grade === null ? 'No grade yet' : `Environmental grade ${grade}`,
      items: [],
    },
  ];
}

interface Known {
  label: string;
  points: number;
  maxPoints: number;
}

const isKnown = <T extends ScorePart>(part: T): part is T & Known =>
  part.points !== null && part.maxPoints > 0;
const points = ({ points: earned, maxPoints }: Known) => `${earned.toFixed(1)} of ${maxPoints}`;

/** One sentence on why a score is what it is: its best part, and what mattered most beside it. */
export function reasonOf({ parts, changes, total }: ScoreParts): string | null {
  const ranked = parts
    .filter(isKnown)
    .sort((one, other) => other.points / other.maxPoints - one.points / one.maxPoints);
  const best = ranked[0];
  const worst = ranked.at(-1);
  if (total === null || !best || !worst) return null;
  if (worst.points === worst.maxPoints && changes.length === 0) return 'Every part earned all of its points.';
  const strength = `${best.label} is its strongest side (${points(best)})`;
  const decisive = [...changes].sort((one, other) => Math.abs(other.points) - Math.abs(one.points))[0];
  if (decisive) {
    const what = decisive.name.charAt(0).toLowerCase() + decisive.name.slice(1);
    const figure = Math.abs(decisive.points).toFixed(1);
    return decisive.points < 0
      ? `${strength}; ${what} took ${figure} points away.`
      : `${strength}; ${what} added ${figure} points.`;
  }
  return best === worst ? `${strength}.` : `${strength}, ${worst.label} its weakest (${points(worst)}).`;
}
