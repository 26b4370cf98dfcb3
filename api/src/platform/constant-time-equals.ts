import { timingSafeEqual } from 'node:crypto';

/** Compares a signature or code with the expected one in constant time; the lengths may differ. */
export const constantTimeEquals = (actual: Buffer, expected: Buffer): boolean =>
  actual.length === expected.length && timingSafeEqual(actual, expected);
