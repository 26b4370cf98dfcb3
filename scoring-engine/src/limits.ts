import type { ScoringModel } from './model/document.ts';
import { NA } from './na.ts';

export interface Limits {
  readonly from: number;
  readonly to: number;
}

/** Between which numbers there is a score, and why there is none elsewhere: indexes into `NA_REASONS`. */
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

/** Building areas that can be scored (spec 001 §5); one that is not known can. */
export const buildingAreaLimits = ({ building_area: { from, to } }: ScoringModel): NaLimits => ({
  from,
  to,
  unknown: NA.none,
  outside: NA.buildingAreaOutside,
});

/** Why a number rules a score out, or none; NaN is not known. */
export function naOf({ from, to, unknown, outside }: NaLimits, value: number): number {
  if (Number.isNaN(value)) return unknown;
  return value < from || value > to ? outside : NA.none;
}
