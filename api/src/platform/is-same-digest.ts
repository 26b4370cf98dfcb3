import { timingSafeEqual } from 'node:crypto';

/** Compares a digest with the expected one in constant time; the lengths may differ. */
export const isSameDigest = (actual: Buffer, expected: Buffer): boolean =>
  actual.length === expected.length && timingSafeEqual(actual, expected);
