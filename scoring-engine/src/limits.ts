import type { ScoringModel } from './model/document.ts';
import { NA } from './na-reasons.ts';

export interface Limits {
  readonly from: number;
  readonly to: number;
}

/** Range of numbers that can be scored, and the reasons for a missing score: indexes into `NA_REASONS`. */
export interface NaLimits extends Limits {
  readonly unknown: number;
  readonly outside: number;
}

/** Parcel areas that can be scored (spec 001 §5). */
export const parcelAreaLimits = ({ parcel_area: { from, to } }: ScoringModel): NaLimits => ({
  from,
  to,
  unknown: NA.parcelAreaUnknown,
  outside: NA.parcelAreaOutside,
});

/** Building areas that can be scored (spec 001 §5). An unknown area can be scored. */
export const buildingAreaLimits = ({ building_area: { from, to } }: ScoringModel): NaLimits => ({
  from,
  to,
  unknown: NA.none,
  outside: NA.buildingAreaOutside,
});

/** Returns the reason that a number rules a score out, or none; NaN is unknown. */
export function naOf({ from, to, unknown, outside }: NaLimits, value: number): number {
  if (Number.isNaN(value)) return unknown;
  return value < from || value > to ? outside : NA.none;
}
