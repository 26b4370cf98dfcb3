import type { SteppedTable } from './steps.ts';

/** Where a number is looked up: see `Steps`. */
export interface LookUp {
  readonly scale: number;
  /** The last cell, in the numbers' own cells and in `cells`. */
  readonly lastCell: number;
  readonly end: number;
}

/**
 * The step tables of a formula after each other. A loop that reads few arrays needs few checks on them, and those are most
 * of its instructions.
 */
export interface LookUps {
  /** The step in `edges` and `values`. */
  readonly cells: Uint16Array;
  readonly edges: Float64Array;
  /** Two for each step: packed points, and a multiplier in hundredths where the number has one. */
  readonly values: Int32Array;
}

/** Puts step tables after each other. */
export class LookUpsBuilder {
  readonly #cells: number[] = [];
  readonly #edges: number[] = [];
  readonly #values: number[] = [];

  add<Outcome>(
    { steps, outcomes }: SteppedTable<Outcome>,
    packedOf: (outcome: Outcome) => number,
    multiplierOf: (outcome: Outcome) => number = () => 100,
  ): LookUp {
    const [firstCell, firstStep] = [this.#cells.length, this.#edges.length];
    for (const step of steps.cells) this.#cells.push(firstStep + step);
    this.#edges.push(...steps.edges);
    for (const outcome of outcomes) this.#values.push(packedOf(outcome), multiplierOf(outcome));
    this.#values.push(0, 100); // `edges` has one more: the end of the last step
    return { scale: steps.scale, lastCell: steps.lastCell, end: firstCell + steps.lastCell };
  }

  build(): LookUps {
    const cells = new Uint16Array(new SharedArrayBuffer(this.#cells.length * 2));
    const edges = new Float64Array(new SharedArrayBuffer(this.#edges.length * 8));
    const values = new Int32Array(new SharedArrayBuffer(this.#values.length * 4));
    cells.set(this.#cells);
    edges.set(this.#edges);
    values.set(this.#values);
    return { cells, edges, values };
  }
}
