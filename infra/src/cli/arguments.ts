import { InvalidArgumentError } from 'commander';

/** Parses a whole number from 1. */
export function parseCount(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError('Must be a whole number of at least 1.');
  return number;
}

/** Parses a commit position or a stream revision. */
export function parsePosition(text: string): bigint {
  if (!/^\d{1,18}$/.test(text)) throw new InvalidArgumentError('Must be a whole number of at least 0.');
  return BigInt(text);
}
