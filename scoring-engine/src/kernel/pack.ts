import type { LearnedFactor } from '../model/document.ts';

/**
 * What a formula adds up of a kind, in one integer:
 *
 *   bits 17 to 31  tenths learned about it, with a sign
 *   bits 14 to 16  1 when there is no score with it, or no other than 0: its candidates are settled one by one
 *   bits  0 to 13  its points, in tenths or hundredths
 *
 * Sums of packed values are packed sums, so one look-up and one addition serve all three. Sums of points stay below 2^14
 * (100.00), of flags below 8, of learned tenths below 2^14.
 */
export const pack = (points: number, learnedTenths: number, needsSettling: boolean): number =>
  learnedTenths * 2 ** 17 + (needsSettling ? FLAG : 0) + points;

export const POINTS = 0x3fff;
export const FLAG = 0x4000;
export const FLAGS = 0x1c000;
export const LEARNED_SHIFT = 17;

/** Training's bound in tenths: of what is learned, and in all. */
export const BOUND = 300;

/** Tenths of a point that were learned about each kind of a trait. */
export class Learned {
  readonly #tenths = new Map<string, number>();

  constructor(factors: readonly LearnedFactor[]) {
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
