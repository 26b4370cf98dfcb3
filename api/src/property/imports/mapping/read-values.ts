import { epaFacility } from '@landline/event-schemas';
import { findUnstorable } from '@landline/event-schemas/storable';
import { z } from 'zod';

/** A value that does not fit its column; the message follows the column's name. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}

/** Texts that mean a missing number. */
const NO_NUMBER = new Set(['', '-', '--', 'na', 'n/a', '#n/a', 'nan', 'null', 'none']);
const PLAIN_NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?$/;
const GROUPED_NUMBER = /^([-+]?)\$?(\d{1,3}(?:,\d{3})+|\d+)(\.\d*)?$/;

const TRUE = new Set(['true', 't', 'yes', 'y', '1']);
const FALSE = new Set(['false', 'f', 'no', 'n', '0']);

const quoted = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
};

/** Trims text; empty text is null. */
export function readText(value: unknown): string | null {
  if (typeof value === 'string') {
    const text = value.trim();
    if (text === '') return null;
    if (text.includes('\0')) throw new ValueError('contains a NUL character');
    return text.isWellFormed() ? text : text.toWellFormed();
  }
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new ValueError(`${quoted(value)} is not text`);
}

/** Reads `1234.5`, `1,234`, `$1,234` and `1e3`; texts for a missing number are null. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return finite(value, String(value));
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') throw new ValueError(`${quoted(value)} is not a number`);
  if (PLAIN_NUMBER.test(value)) return finite(Number(value), value);
  const text = value.trim();
  if (NO_NUMBER.has(text.toLowerCase())) return null;
  if (PLAIN_NUMBER.test(text)) return finite(Number(text), value);
  const match = GROUPED_NUMBER.exec(text);
  if (!match) throw new ValueError(`${quoted(value)} is not a number`);
  const [, sign = '', whole = '', fraction = ''] = match;
  return finite(Number(sign + whole.replaceAll(',', '') + fraction), value);
}

function finite(number: number, value: string): number {
  if (!Number.isFinite(number)) throw new ValueError(`${quoted(value)} is too large`);
  return number;
}

/** Reads a number that cannot be negative: an area, count or distance. */
export function readAmount(value: unknown): number | null {
  const amount = readNumber(value);
  if (amount !== null && amount < 0) throw new ValueError(`${quoted(value)} is below zero`);
  return amount;
}

/** Reads a construction year; assessors write 0 for an unknown year. */
export function readYear(value: unknown): number | null {
  const year = readNumber(value);
  if (year === null || year === 0) return null;
  if (!Number.isInteger(year) || year < 1600 || year > 2100) {
    throw new ValueError(`${quoted(value)} is not a year`);
  }
  return year;
}

/** Reads WGS 84 degrees north (`limit` 90) or east (180). */
export function readDegrees(limit: 90 | 180): (value: unknown) => number | null {
  return (value) => {
    const degrees = readNumber(value);
    if (degrees !== null && Math.abs(degrees) > limit) {
      throw new ValueError(`${quoted(value)} is not a valid coordinate`);
    }
    return degrees;
  };
}

export function readFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const text = readText(value)?.toLowerCase();
  if (text === undefined) return null;
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  throw new ValueError(`${quoted(value)} is neither yes nor no`);
}

export function readWord<Word extends string>(words: readonly Word[]): (value: unknown) => Word | null {
  return (value) => {
    const text = readText(value);
    if (text === null) return null;
    const word = words.find((each) => each === text.toLowerCase());
    if (!word) throw new ValueError(`${quoted(value)} is not one of ${words.join(', ')}`);
    return word;
  };
}

const facilities = z.array(epaFacility);

/** Reads a list of regulated sites: an array, or its JSON in a flat file. */
export function readFacilities(value: unknown): z.infer<typeof facilities> | null {
  if (value === null || value === undefined || value === '') return null;
  let list = value;
  if (typeof value === 'string') {
    try {
      list = JSON.parse(value);
    } catch {
      throw new ValueError('is not JSON');
    }
  }
  const parsed = facilities.safeParse(list);
  if (parsed.success) {
    const unstorable = findUnstorable(parsed.data);
    if (unstorable) throw new ValueError(`${unstorable.path.join('.')} ${unstorable.problem}`);
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  const where = issue?.path.length ? `: ${issue.path.join('.')} is missing or invalid` : '';
  throw new ValueError(`is not a list of facilities${where}`);
}
