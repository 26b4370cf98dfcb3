import { FEET_PER_METER, SQFT_PER_ACRE } from '@landline/event-schemas/units';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const hundredths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const currency = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const dateTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** Placeholder for a missing value. */
export const MISSING = 'N/A';

type Maybe<T> = T | null | undefined;

export const formatMilliseconds = (value: Maybe<number>) =>
  value == null ? MISSING : `${whole.format(value)} ms`;

export const formatCount = (value: Maybe<number>) => (value == null ? MISSING : whole.format(value));

/** Formats a score with one decimal, so that columns line up. */
export const formatScore = (value: Maybe<number>) => (value == null ? MISSING : value.toFixed(1));

/** Formats points with a sign: `−18.2`, `+3.0`; points that round to zero are `+0.0`. */
export const signedPoints = (points: number) => {
  const figure = Math.abs(points).toFixed(1);
  return `${points < 0 && figure !== '0.0' ? '−' : '+'}${figure}`;
};

/** Formats square feet as acres: two decimals under 1 acre, otherwise one (spec 001 §2). */
export function formatAcres(squareFeet: Maybe<number>): string {
  if (squareFeet == null) return MISSING;
  const acres = squareFeet / SQFT_PER_ACRE;
  return `${acres.toFixed(acres < 1 ? 2 : 1)} ac`;
}

export const formatSquareFeet = (value: Maybe<number>) =>
  value == null ? MISSING : `${whole.format(value)} sq ft`;

/** Formats a distance in both US and metric units. */
export function formatDistance(feet: number): string {
  const meters = feet / FEET_PER_METER;
  return feet < 5_280
    ? `${whole.format(feet)} ft (${whole.format(meters)} m)`
    : `${(feet / 5_280).toFixed(1)} mi (${(meters / 1_000).toFixed(1)} km)`;
}

/** Formats a ratio of 0 to 1 as a whole percentage. */
export const formatRatio = (value: Maybe<number>) =>
  value == null ? MISSING : `${Math.round(value * 100)}%`;

/** Formats a percentage with two decimals (spec 000 §5). */
export const formatPercentage = (percent: Maybe<number>) =>
  percent == null ? MISSING : `${hundredths.format(percent)}%`;

/** Formats a ratio of 0 to 1 as a percentage with two decimals. */
export const formatPreciseRatio = (value: Maybe<number>) =>
  formatPercentage(value == null ? value : value * 100);

export const formatCurrency = (value: Maybe<number>) => (value == null ? MISSING : currency.format(value));

/** Formats a date and its time: "Never" if empty, "Invalid date" if it cannot be parsed (spec 001 §5). */
export function formatDate(value: Maybe<string>): string {
  if (!value) return 'Never';
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? 'Invalid date' : dateTime.format(date);
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const utcDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/**
 * Formats a date without its time; ISO dates look the same in every time zone. "Invalid date" if it cannot be parsed
 * (spec 001 §5).
 */
export function formatDay(value: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return 'Invalid date';
  // JavaScript parses ISO dates without time as UTC, others as local.
  return (/^\d{4}-\d{2}(-\d{2})?$/.test(value) ? utcDay : day).format(date);
}

const DAY_MS = 24 * 60 * 60_000;
const RELATIVE_UNITS = [
  { unit: 'day', ms: DAY_MS },
  { unit: 'hour', ms: 60 * 60_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/**
 * Formats a time as "Just now", as minutes, hours or days ago, or from 7 days on as a date (spec 000 §5). Times in
 * milliseconds.
 */
export function formatRelativeTime(at: number, now: number): string {
  const elapsed = now - at;
  if (elapsed >= 7 * DAY_MS) return day.format(at);
  const largest = RELATIVE_UNITS.find(({ ms }) => elapsed >= ms);
  if (!largest) return 'Just now';
  const count = Math.floor(elapsed / largest.ms);
  return `${count} ${largest.unit}${count === 1 ? '' : 's'} ago`;
}

/** Formats bytes in the unit that keeps one to three digits before the decimal point. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

/** Formats a field name as words: `ios_flood_zone` is "IOS flood zone". */
export function wordsOf(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/\b(ai|apn|epa|id|ios|url|zip)\b/g, (short) => short.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
