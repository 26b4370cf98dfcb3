import type { Penalty, ScoreComponent, ScoreItem } from './breakdown.ts';
import type { Kind } from './model/document.ts';

/** Returns the score item of a table: the candidate's kind and the value behind it. */
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
    tooltip: value === '' || value === kind.label ? kind.label : `${value}: ${kind.label}`,
  };
}

/** Returns a component with a single item. */
export const componentOf = (label: string, item: ScoreItem): ScoreComponent => ({
  ...item,
  label,
  tooltip: `${item.label}. ${item.tooltip}`,
  items: [item],
});

/** Returns a component that sums its items; it has no points if one of them has none. */
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

/** The running score in integers, with the penalties applied to it. */
export class RunningScore {
  readonly penalties: Penalty[] = [];
  /** Scale of `scaled`: units per point. */
  perPoint: number;
  scaled: number;

  constructor(points: number, perPoint: number) {
    this.perPoint = perPoint;
    this.scaled = Math.round(points * perPoint);
  }

  /** Returns whether the running score is at least this many points. */
  isAtLeast(points: number): boolean {
    return this.scaled >= Math.round(points * 10) * (this.perPoint / 10);
  }

  multiply(label: string, multiplier: number, reason: string): void {
    const before = this.scaled / this.perPoint;
    this.scaled *= Math.round(multiplier * 100);
    this.perPoint *= 100;
    if (multiplier === 1) return;
    const deducted = before - this.scaled / this.perPoint;
    this.penalties.push({ label, multiplier, points: Math.round(deducted * 100) / 100, reason });
  }

  /** Points with two decimals, for display. */
  get points(): number {
    return Math.round((this.scaled / this.perPoint) * 100) / 100;
  }

  /** Returns the score in tenths after an adjustment in tenths, capped to 0-100 and rounded half up. */
  inTenths(adjustment: number): number {
    const perTenth = this.perPoint / 10;
    const capped = Math.max(0, Math.min(1_000 * perTenth, this.scaled + adjustment * perTenth));
    return Math.floor((capped + perTenth / 2) / perTenth);
  }
}

// Created once: creating a format takes longer than explaining a score.
const hundredths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Formats a number with thousands separators and at most two decimals. */
export const amount = (value: number, unit: string): string =>
  Number.isNaN(value) ? '' : `${hundredths.format(value)}${unit}`;

/** Formats a count with its noun. */
export const pluralized = (count: number, noun: string): string =>
  amount(count, ` ${noun}${count === 1 ? '' : 's'}`);

export const percent = (ratio: number): string => amount(ratio * 100, '%');
