import { InvalidArgumentError } from 'commander';

/** A number of things, at least one. */
export function count(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError('It is a whole number from 1.');
  return number;
}

/** A commit position of the log, or the revision of an event in its stream. */
export function place(text: string): bigint {
  if (!/^\d{1,18}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 0.');
  return BigInt(text);
}
