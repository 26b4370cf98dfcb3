import type { TrainedFactor } from '../model/document.ts';

/**
 * Packs a kind's contributions into one integer:
 *
 *   bits 17 to 31  trained tenths, signed
 *   bits 14 to 16  1 when there is no score, or none other than 0: such candidates are resolved one by one
 *   bits  0 to 13  points, in tenths or hundredths
 *
 * Sums of packed values are packed sums, so one look-up and one addition serve all three. Sums of points stay below
 * 2^14 (100.00), of flags below 8, of trained tenths below 2^14.
 */
export const pack = (points: number, trainedTenths: number, isFlagged: boolean): number =>
  trainedTenths * 2 ** 17 + (isFlagged ? FLAG : 0) + points;

const FLAG = 0x4000;

/** Trained adjustments by trait and kind, in tenths of a point. */
export class TrainedAdjustments {
  readonly #tenths = new Map<string, number>();

  constructor(factors: readonly TrainedFactor[]) {
    for (const { trait, kind, adjustment_value } of factors) {
      const key = `${trait}\n${kind}`;
      this.#tenths.set(key, (this.#tenths.get(key) ?? 0) + tenths(adjustment_value));
    }
  }

  of(trait: string, kind: string | undefined): number {
    if (kind === undefined) return 0;
    return this.#tenths.get(`${trait}\n${kind}`) ?? 0;
  }
}

export const tenths = (value: number): number => Math.round(value * 10);
export const hundredths = (value: number): number => Math.round(value * 100);
