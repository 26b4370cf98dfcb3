import type { ColumnViews } from '../columns.ts';
import { fillGrades } from './environment.ts';
import { resolveFlagged } from './flagged.ts';
import type { IosTables } from './ios-tables.ts';
import type { Scores } from './scores.ts';

// Layout of `pack`, repeated here because an imported constant is a variable to the compiler and twice as slow.
const POINTS = 0x3fff;
const FLAG = 0x4000;
const FLAGS = 0x1c000;
const TRAINED_SHIFT = 17;
const BOUND = 300;

/**
 * Applies the formula of spec 001 §9 to a block of candidates; `flagged` has room for as many. Points,
 * penalties and multipliers are integers in hundredths, so a score is an integer in millionths of a point (at most
 * 10^8) until it is rounded once. Look-ups follow `Steps`; `x & (x >> 31)` is the minimum of `x` and 0 without a
 * branch. The loop has no calls, no allocations and no unpredictable branches.
 */
export function scoreIos(
  views: ColumnViews,
  tables: IosTables,
  from: number,
  to: number,
  out: Scores,
  flagged: Int32Array,
): void {
  fillGrades(views, tables.environment, tables.grades, from, to);
  const { measures, capacity, classes, adjustment } = views;
  const { classPacked, grades } = tables;
  const { cells, edges, values } = tables.lookupTables;
  const { from: buildingFrom, to: buildingTo } = tables.buildingArea;
  const { multipliers } = tables.environment;
  const { scale: areaScale, lastCell: areaLast, end: areaEnd } = tables.area;
  const { scale: openScale, lastCell: openLast, end: openEnd } = tables.open;
  const { scale: highwayScale, lastCell: highwayLast, end: highwayEnd } = tables.highway;
  const { scale: railScale, lastCell: railLast, end: railEnd } = tables.rail;
  const { scoreTenths, propertyScoreTenths } = out;
  out.naReason.fill(0, from, to);
  const buildingAt = capacity;
  const openAt = (2 * capacity) | 0;
  const interchangeAt = (3 * capacity) | 0;
  const railAt = (4 * capacity) | 0;
  let flags = 0;

  for (let index = from; index < to; index++) {
    const a = measures[index] as number;
    const areaPast = (((a * areaScale) | 0) - areaLast) | 0;
    let areaStep = cells[(areaEnd + (areaPast & (areaPast >> 31))) | 0] as number;
    if (a >= (edges[areaStep + 1] as number)) areaStep++;
    const o = measures[(index + openAt) | 0] as number;
    const openPast = (((o * openScale) | 0) - openLast) | 0;
    let openStep = cells[(openEnd + (openPast & (openPast >> 31))) | 0] as number;
    if (o >= (edges[openStep + 1] as number)) openStep++;
    const h = measures[(index + interchangeAt) | 0] as number;
    const highwayPast = (((h * highwayScale) | 0) - highwayLast) | 0;
    let highwayStep = cells[(highwayEnd + (highwayPast & (highwayPast >> 31))) | 0] as number;
    if (h >= (edges[highwayStep + 1] as number)) highwayStep++;
    const r = measures[(index + railAt) | 0] as number;
    const railPast = (((r * railScale) | 0) - railLast) | 0;
    let railStep = cells[(railEnd + (railPast & (railPast >> 31))) | 0] as number;
    if (r >= (edges[railStep + 1] as number)) railStep++;

    // `| 0` keeps sums in 32 bits: see `pack`.
    const packed =
      ((values[areaStep << 1] as number) +
        (values[openStep << 1] as number) +
        (values[highwayStep << 1] as number) +
        (values[railStep << 1] as number) +
        (classPacked[classes[index] as number] as number)) |
      0;
    const base = packed & POINTS;
    const trained = Math.max(-BOUND, Math.min(BOUND, packed >> TRAINED_SHIFT));
    const training = Math.max(-BOUND, Math.min(BOUND, trained + (adjustment[index] as number)));
    const penalized = Math.imul(base, values[(openStep << 1) + 1] as number);
    const multiplied = Math.imul(penalized, multipliers[grades[index] as number] as number);
    const capped = Math.max(0, Math.min(100_000_000, (multiplied + Math.imul(training, 100_000)) | 0));
    scoreTenths[index] = ((capped + 50_000) / 100_000) | 0;
    propertyScoreTenths[index] = ((base + 5) / 10) | 0;

    const b = measures[(index + buildingAt) | 0] as number;
    const isOutside = Number(b < buildingFrom) | Number(b > buildingTo);
    flagged[flags] = index;
    flags += Number(((packed & FLAGS) | (isOutside * FLAG)) !== 0);
  }
  resolveFlagged(views, tables, flagged, flags, out);
}
