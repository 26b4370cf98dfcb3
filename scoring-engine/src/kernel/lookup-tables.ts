import type { SteppedTable } from './steps.ts';

/** Parameters for looking up a number: see `Steps`. */
export interface Lookup {
  readonly scale: number;
  /** Index of the last cell, relative to the number's own cells and in `cells`. */
  readonly lastCell: number;
  readonly end: number;
}

/**
 * The step tables of a formula, concatenated. A loop over few arrays needs few bounds checks, which would otherwise
 * be most of its instructions.
 */
export interface LookupTables {
  /** Index of each cell's step in `edges` and `values`. */
  readonly cells: Uint16Array;
  readonly edges: Float64Array;
  /** Two values per step: packed points, and the multiplier in hundredths, if any. */
  readonly values: Int32Array;
}

/** Concatenates step tables. */
export class LookupTablesBuilder {
  readonly #cells: number[] = [];
  readonly #edges: number[] = [];
  readonly #values: number[] = [];

  add<Outcome>(
    { steps, outcomes }: SteppedTable<Outcome>,
    packedOf: (outcome: Outcome) => number,
    multiplierOf: (outcome: Outcome) => number = () => 100,
  ): Lookup {
    const [firstCell, firstStep] = [this.#cells.length, this.#edges.length];
    for (const step of steps.cells) this.#cells.push(firstStep + step);
    this.#edges.push(...steps.edges);
    for (const outcome of outcomes) this.#values.push(packedOf(outcome), multiplierOf(outcome));
    this.#values.push(0, 100); // `edges` has one more: the end of the last step
    return { scale: steps.scale, lastCell: steps.lastCell, end: firstCell + steps.lastCell };
  }

  build(): LookupTables {
    const cells = new Uint16Array(new SharedArrayBuffer(this.#cells.length * 2));
    const edges = new Float64Array(new SharedArrayBuffer(this.#edges.length * 8));
    const values = new Int32Array(new SharedArrayBuffer(this.#values.length * 4));
    cells.set(this.#cells);
    edges.set(this.#edges);
    values.set(this.#values);
    return { cells, edges, values };
  }
}
