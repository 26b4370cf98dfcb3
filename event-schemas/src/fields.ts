import { z } from 'zod';

/*
 * Fields with the limits of the read models' columns and indexes. Encoding enforces the limits; decoding does not, so
 * events from before a limit stay readable.
 */

/**
 * Maximum length of a key, in UTF-16 code units. A PostgreSQL index entry holds at most 2,704 bytes, and the widest index
 * entry consists of two keys, at three bytes per unit, and a topic.
 */
const MAX_KEY = 200;

/** Returns the schema of an id or name that read models look up. */
export const key = () => z.string().max(MAX_KEY);

/** Returns the schema of an id in a column of type uuid. */
export const guid = () => z.guid();

/** Returns the schema of a whole number in a column of type integer. */
export const int32 = () => z.int32();

/**
 * Returns the schema of a duration in whole milliseconds, up to eleven days. The limit leaves room for rounding to two
 * significant digits in a column of type integer.
 */
export const milliseconds = () => z.int().min(0).max(1_000_000_000);

/** Returns the schema of a time that PostgreSQL can store; it has no year 0. */
export const time = () =>
  z.iso.datetime().refine((text) => !text.startsWith('0000'), { message: 'There is no year 0' });

/** Returns the schema of a commit position in a column of type bigint. */
export const position = () => z.string().regex(/^\d{1,18}$/);

/** Returns the schema of a time zone name that PostgreSQL and JavaScript accept. */
export const timeZone = () =>
  z
    .string()
    .max(64)
    .refine(isTimeZone, { message: 'Unknown time zone' })
    .meta({ examples: ['UTC'] });

export function isTimeZone(name: string): boolean {
  try {
    // JavaScript also accepts offsets such as `+01:00`, which PostgreSQL reads as one hour west of UTC.
    return (
      /^[A-Z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions() !== null
    );
  } catch {
    return false;
  }
}
