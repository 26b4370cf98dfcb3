import { SQFT_PER_ACRE } from '@landline/event-schemas/units';

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

/** Formats points with a sign: `−18.2`, `+3.0`. */
export const signedPoints = (points: number) => `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`;

/** Formats square feet as acres: two decimals under 1 acre, otherwise one (spec 001 §2). */
export function formatAcres(squareFeet: Maybe<number>): string {
  if (squareFeet == null) return MISSING;
  const acres = squareFeet / SQFT_PER_ACRE;
  return `${acres.toFixed(acres < 1 ? 2 : 1)} ac`;
}

export const formatSquareFeet = (value: Maybe<number>) =>
  value == null ? MISSING : `${whole.format(value)} sq ft`;

/** Formats a distance in US and metric units. */
export const formatBothUnits = (feet: number): string =>
  feet < 5_280
    ? `${whole.format(feet)} ft (${whole.format(feet / 3.28084)} m)`
    : `${(feet / 5_280).toFixed(1)} mi (${(feet / 3_280.84).toFixed(1)} km)`;

/** Formats a ratio of 0 to 1 as a percentage. */
export const formatRatio = (value: Maybe<number>) =>
  value == null ? MISSING : `${Math.round(value * 100)}%`;

/** Formats a percentage with two decimals (spec 000 §5). */
export const formatPercentage = (percent: Maybe<number>) =>
  percent == null ? MISSING : `${hundredths.format(percent)}%`;

/** Formats a ratio of 0 to 1 as a percentage with two decimals. */
export const formatShare = (value: Maybe<number>) => formatPercentage(value == null ? value : value * 100);

export const formatCurrency = (value: Maybe<number>) => (value == null ? MISSING : currency.format(value));

/** Formats a date: "Never" if empty, "Invalid date" if it cannot be parsed (spec 001 §5). */
export function formatDate(value: Maybe<string>): string {
  if (!value) return 'Never';
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? 'Invalid date' : dateTime.format(date);
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const utcDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats a day without time, the same in every time zone; "Invalid date" if it cannot be parsed (spec 001 §5). */
export function formatDay(value: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return 'Invalid date';
  // JavaScript parses ISO dates without time as UTC, others as local.
  return (/^\d{4}-\d{2}(-\d{2})?$/.test(value) ? utcDay : day).format(date);
}

const RELATIVE = [
  { unit: 'day', ms: 24 * 60 * 60_000 },
  { unit: 'hour', ms: 60 * 60_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/**
 * Formats a time as "Just now", minutes, hours, days up to 7, then a short date (spec 000 §5). Times in milliseconds.
 */
export function formatRelativeTime(at: number, now: number): string {
  const past = now - at;
  if (past >= 7 * RELATIVE[0].ms) return day.format(at);
  const largest = RELATIVE.find(({ ms }) => past >= ms);
  if (!largest) return 'Just now';
  const count = Math.floor(past / largest.ms);
  return `${count} ${largest.unit}${count === 1 ? '' : 's'} ago`;
}

/** Formats bytes in the unit that keeps one to three digits before the point. */
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
