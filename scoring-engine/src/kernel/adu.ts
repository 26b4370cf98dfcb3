import type { ColumnViews } from '../columns.ts';
import type { AduTables } from './adu-tables.ts';
import { resolveFlagged } from './flagged.ts';
import { NOT_AVAILABLE, type Scores } from './scores.ts';

// Layout of `pack` and `packPenalties`, repeated here because an imported constant is a variable to the compiler and
// twice as slow.
const POINTS = 0x3fff;
const FLAG = 0x4000;
const FLAGS = 0x1c000;
const TRAINED_SHIFT = 17;
const BOUND = 300;
const PENALTY = 0x7f;
const GARAGES_SHIFT = 7;
const COURTYARD_SHIFT = 21;
const NO_PENALTY = 100;

/**
 * Applies the formula of spec 001 §9 to a block of candidates; `flagged` has room for as many. Points are
 * tenths and each of the three penalties hundredths, so a score is an integer number of ten-millionths of a
 * point (at most 10^9) until it is rounded once. Look-ups follow `Steps`; `x & (x >> 31)` is the minimum of `x` and 0
 * without a branch. The loop has no calls, no allocations and no unpredictable branches.
 */
export function scoreAdu(
  views: ColumnViews,
  tables: AduTables,
  from: number,
  to: number,
  out: Scores,
  flagged: Int32Array,
): void {
  const { measures, capacity, classes, adjustment } = views;
  const { classValues, classUnits } = tables;
  const { cells, edges, values } = tables.lookupTables;
  const townhouseMinScore = tables.townhouseMinScore | 0;
  const courtyardMinScore = tables.courtyardMinScore | 0;
  const { from: areaFrom, to: areaTo } = tables.parcelArea;
  const { from: buildingFrom, to: buildingTo } = tables.buildingArea;
  const { scale: openScale, lastCell: openLast, end: openEnd } = tables.openArea;
  const { scale: ratioScale, lastCell: ratioLast, end: ratioEnd } = tables.openRatio;
  const { scale: perUnitScale, lastCell: perUnitLast, end: perUnitEnd } = tables.perUnit;
  const { scoreTenths } = out;
  out.naReason.fill(0, from, to);
  const buildingAt = capacity;
  const openAt = (2 * capacity) | 0;
  const ratioAt = (3 * capacity) | 0;
  let flags = 0;

  let rowClass = classes[from] as number;
  let o = measures[(from + openAt) | 0] as number;
  let e = o / (classUnits[rowClass] as number);

  for (let index = from; index < to; index++) {
    const openPast = (((o * openScale) | 0) - openLast) | 0;
    let openStep = cells[(openEnd + (openPast & (openPast >> 31))) | 0] as number;
    if (o >= (edges[openStep + 1] as number)) openStep++;
    const q = measures[(index + ratioAt) | 0] as number;
    const ratioPast = (((q * ratioScale) | 0) - ratioLast) | 0;
    let ratioStep = cells[(ratioEnd + (ratioPast & (ratioPast >> 31))) | 0] as number;
    if (q >= (edges[ratioStep + 1] as number)) ratioStep++;
    const perUnitPast = (((e * perUnitScale) | 0) - perUnitLast) | 0;
    let perUnitStep = cells[(perUnitEnd + (perUnitPast & (perUnitPast >> 31))) | 0] as number;
    if (e >= (edges[perUnitStep + 1] as number)) perUnitStep++;
    const ofClass = rowClass << 2;
    const penalties = classValues[ofClass + 1] as number;
    // Loads the next candidate's values early: their latency overlaps with the work on this one.
    rowClass = classes[index + 1] as number;
    o = measures[(index + 1 + openAt) | 0] as number;
    e = o / (classUnits[rowClass] as number);

    // `| 0` keeps sums in 32 bits: see `pack`.
    const packed =
      ((values[openStep << 1] as number) +
        (values[ratioStep << 1] as number) +
        (values[perUnitStep << 1] as number) +
        (classValues[ofClass] as number)) |
      0;
    const trained = Math.max(-BOUND, Math.min(BOUND, packed >> TRAINED_SHIFT));
    const training = Math.max(-BOUND, Math.min(BOUND, trained + (adjustment[index] as number)));
    const adjusted = training + (classValues[ofClass + 2] as number);

    // Shifts instead of branches, which would be mispredicted for every other candidate.
    const afterUnits = Math.imul(packed & POINTS, penalties & PENALTY);
    const garagesAt = GARAGES_SHIFT << Number(afterUnits >= townhouseMinScore);
    const afterGarages = Math.imul(afterUnits, (penalties >> garagesAt) & PENALTY);
    const isHigh = -Number(afterGarages >= courtyardMinScore);
    const forCourtyard = NO_PENALTY + ((((penalties >> COURTYARD_SHIFT) & PENALTY) - NO_PENALTY) & isHigh);
    const penalized = Math.imul(afterGarages, forCourtyard);
    const capped = Math.max(0, Math.min(1_000_000_000, (penalized + Math.imul(adjusted, 1_000_000)) | 0));
    scoreTenths[index] = ((capped + 500_000) / 1_000_000) | 0;

    const a = measures[index] as number;
    const b = measures[(index + buildingAt) | 0] as number;
    const isOutside =
      Number(a < areaFrom) | Number(a > areaTo) | Number(b < buildingFrom) | Number(b > buildingTo);
    flagged[flags] = index;
    flags += Number(((packed & FLAGS) | (isOutside * FLAG)) !== 0);
  }
  out.propertyScoreTenths.fill(NOT_AVAILABLE, from, to);
  resolveFlagged(views, tables, flagged, flags, out);
}
