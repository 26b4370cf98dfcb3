import { timingSafeEqual } from 'node:crypto';

/** Compares a given digest with the expected one in constant time; any length is allowed. */
export const isSameDigest = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);
