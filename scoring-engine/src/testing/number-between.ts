import fc from 'fast-check';

/** Generates evenly distributed numbers; `fc.double` generates mostly those closest to 0. */
export const numberBetween = (min: number, max: number): fc.Arbitrary<number> =>
  fc.nat(1_000_000).map((millionths) => min + ((max - min) * millionths) / 1_000_000);
