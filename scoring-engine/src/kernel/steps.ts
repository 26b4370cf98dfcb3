import { MAX_MEASURE } from '../features/measures.ts';
import type { BandTable } from '../model/document.ts';

/**
 * A step function of a number, fast to look up:
 *
 *   value x scale -> cell -> step before or in that cell -> compare with the next edge -> step
 *
 * No cell holds two edges, so one comparison finds the step, exactly as comparing with all edges would. Step 0 is an
 * unknown number: NaN, and negative in columns; step 1 begins at 0.
 *
 *   const past = (((value * scale) | 0) - lastCell) | 0;
 *   const step = cells[(lastCell + (past & (past >> 31))) | 0];
 *   return value >= edges[step + 1] ? step + 1 : step;
 */
export interface Steps {
  readonly scale: number;
  readonly lastCell: number;
  readonly cells: Uint8Array;
  /** `edges[step + 1]` is where the step ends. */
  readonly edges: Float64Array;
}

/** Steps and the outcome of each. */
export interface SteppedTable<Outcome> {
  readonly steps: Steps;
  readonly outcomes: readonly Outcome[];
}

/** Scaled numbers are 32-bit integers. */
const MAX_SCALED = 2 ** 31 - 1;
const MAX_CELLS = 16_384;
const INITIAL_CELLS = 1_024;
const MAX_STEPS = 250;

/**
 * Converts a function that changes only at `ends` (at the number itself, or just above it) into steps. `largest` is
 * the largest number that is looked up. Throws a RangeError if ends are too close together for that range.
 */
export function steppedTable<Outcome>(
  ends: Iterable<number>,
  outcomeOf: (value: number) => Outcome,
  isSame: (a: Outcome, b: Outcome) => boolean,
  largest = MAX_MEASURE,
): SteppedTable<Outcome> {
  const candidates = new Set<number>();
  for (const end of ends) candidates.add(end).add(nextUp(end));
  const edges = [0];
  const outcomes = [outcomeOf(Number.NaN), outcomeOf(0)];
  for (const edge of [...candidates].filter((end) => end > 0).sort((a, b) => a - b)) {
    const outcome = outcomeOf(edge);
    const before = outcomes.at(-1);
    if (before !== undefined && isSame(before, outcome)) continue;
    edges.push(edge);
    outcomes.push(outcome);
  }
  return { steps: stepsOf(edges, largest), outcomes };
}

function stepsOf(edges: readonly number[], largest: number): Steps {
  const last = edges.at(-1) ?? 0;
  if (last > nextUp(largest))
    throw new RangeError(`A threshold of ${last} is above the maximum of ${largest}`);
  const finest = 2 ** Math.floor(Math.log2(MAX_SCALED / largest));
  let scale = last === 0 ? 1 : Math.min(finest, 2 ** Math.floor(Math.log2(INITIAL_CELLS / last)));
  const cellOf = (value: number) => Math.floor(value * scale);
  while (edges.some((edge, at) => at > 0 && cellOf(edge) === cellOf(edges[at - 1] ?? 0))) {
    scale *= 2;
    if (scale > finest || cellOf(last) > MAX_CELLS || edges.length > MAX_STEPS) {
      throw new RangeError(`Thresholds are too close to each other: ${edges.join(', ')}`);
    }
  }
  // The cell after the last edge serves all larger numbers, so that the comparison there is as predictable as
  // elsewhere. An edge exactly at the start of a cell lies before all of its numbers, except in the first cell, which
  // also serves unknown numbers.
  const stepAt = (cell: number) => (cell === 0 ? 0 : edges.filter((edge) => edge * scale <= cell).length);
  const cells = new Uint8Array(cellOf(last) + 2);
  for (let cell = 0; cell < cells.length; cell++) cells[cell] = stepAt(cell);
  return {
    scale,
    lastCell: cells.length - 1,
    cells,
    edges: Float64Array.of(Number.NEGATIVE_INFINITY, ...edges, Number.POSITIVE_INFINITY),
  };
}

/** Returns the numbers at which bands begin and end. */
export const endsOf = (...tables: BandTable[]): number[] =>
  tables.flatMap(({ bands }) =>
    bands.flatMap(({ from, to }) => [from, to].filter((end) => end !== undefined)),
  );

export const isSame = <Outcome extends Record<string, number>>(a: Outcome, b: Outcome): boolean =>
  Object.keys(a).every((key) => a[key] === b[key]);

const bits = new DataView(new ArrayBuffer(8));

/** Returns the next larger double after a number of 0 or more. */
function nextUp(value: number): number {
  bits.setFloat64(0, Math.abs(value));
  bits.setBigUint64(0, bits.getBigUint64(0) + 1n);
  return bits.getFloat64(0);
}
