import type { Penalty, ScoreComponent, ScoreItem } from './breakdown.ts';
import type { Kind } from './model/document.ts';

/** A score item of a table: the kind that the candidate is of, and the value that says so. */
export function itemOf(
  { label }: { readonly label: string },
  kind: Kind | null,
  maxPoints: number,
  value: string,
): ScoreItem {
  if (kind === null) return { label, points: null, maxPoints, tooltip: `${label} is not known` };
  return {
    label,
    points: kind.value,
    maxPoints,
    tooltip: value === '' ? kind.label : `${value}: ${kind.label}`,
  };
}

/** A component that one item makes up. */
export const componentOf = (label: string, item: ScoreItem): ScoreComponent => ({
  ...item,
  label,
  tooltip: `${item.label}. ${item.tooltip}`,
  items: [item],
});

/** A component that is the sum of its items; without points when one of them has none. */
export function sumOf(label: string, maxPoints: number, items: readonly ScoreItem[]): ScoreComponent {
  const isKnown = items.every(({ points }) => points !== null);
  const hundredths = items.reduce((sum, { points }) => sum + Math.round((points ?? 0) * 100), 0);
  return {
    label,
    points: isKnown ? hundredths / 100 : null,
    maxPoints,
    tooltip: items.map((item) => item.label).join(', '),
    items: [...items],
  };
}

/** Multiplies the score so far, in integers, and notes what that took away when it took anything. */
export class ScoreSoFar {
  readonly penalties: Penalty[] = [];
  /** Points times this are `scaled`. */
  perPoint: number;
  scaled: number;

  constructor(points: number, perPoint: number) {
    this.perPoint = perPoint;
    this.scaled = Math.round(points * perPoint);
  }

  /** Whether the score so far is at least so many points. */
  isAtLeast(points: number): boolean {
    return this.scaled >= Math.round(points * 10) * (this.perPoint / 10);
  }

  multiply(label: string, multiplier: number, reason: string): void {
    const before = this.scaled / this.perPoint;
    this.scaled *= Math.round(multiplier * 100);
    this.perPoint *= 100;
    if (multiplier === 1) return;
    const taken = before - this.scaled / this.perPoint;
    this.penalties.push({ label, multiplier, points: Math.round(taken * 100) / 100, reason });
  }

  /** In points, two decimals, for the screen. */
  get points(): number {
    return Math.round((this.scaled / this.perPoint) * 100) / 100;
  }

  /** The score in tenths: with an adjustment in tenths, capped to 0-100, rounded half up. */
  inTenths(adjustment: number): number {
    const perTenth = this.perPoint / 10;
    const capped = Math.max(0, Math.min(1_000 * perTenth, this.scaled + adjustment * perTenth));
    return Math.floor((capped + perTenth / 2) / perTenth);
  }
}

// Made once: a format takes longer to make than a score to explain.
const hundredths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** A number for people: thousands separated, at most two decimals. */
export const amount = (value: number, unit: string): string =>
  Number.isNaN(value) ? '' : `${hundredths.format(value)}${unit}`;

export const percent = (ratio: number): string => amount(ratio * 100, '%');
