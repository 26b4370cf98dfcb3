import { expect, test } from 'vitest';
import {
  formatAcres,
  formatBytes,
  formatCurrency,
  formatDate,
  formatDay,
  formatDistance,
  formatPercentage,
  formatPreciseRatio,
  formatRatio,
  formatRelativeTime,
  formatScore,
  signedPoints,
  wordsOf,
} from './format.ts';

test('shows lots under one acre with two decimals, larger ones with one', () => {
  expect(formatAcres(43_559)).toBe('1.00 ac');
  expect(formatAcres(10_890)).toBe('0.25 ac');
  expect(formatAcres(43_560)).toBe('1.0 ac');
  expect(formatAcres(1_000_000)).toBe('23.0 ac');
});

test('shows distances in US and metric units, from one mile on in miles', () => {
  expect([0, 100, 5_279].map(formatDistance)).toEqual(['0 ft (0 m)', '100 ft (30 m)', '5,279 ft (1,609 m)']);
  expect([5_280, 12_345].map(formatDistance)).toEqual(['1.0 mi (1.6 km)', '2.3 mi (3.8 km)']);
});

test('shows missing values as N/A, not zero', () => {
  const formats = [
    formatAcres,
    formatScore,
    formatRatio,
    formatPercentage,
    formatPreciseRatio,
    formatCurrency,
  ];
  for (const format of formats) {
    expect(format(null)).toBe('N/A');
    expect(format(0)).not.toBe('N/A');
  }
});

test('shows empty dates as Never and unparseable ones as Invalid date', () => {
  expect(formatDate(null)).toBe('Never');
  expect(formatDate('')).toBe('Never');
  expect(formatDate('soon')).toBe('Invalid date');
  expect(formatDate('2026-11-21T12:00:00Z')).toContain('2026');
});

test('shows the same day in every time zone, without a time', () => {
  expect(formatDay('2019-01-31')).toBe('Jan 31, 2019');
  expect(formatDay('01/31/2019')).toBe('Jan 31, 2019');
  expect(formatDay('soon')).toBe('Invalid date');
});

test('formats scores, percentages, currency, bytes and points', () => {
  expect(formatScore(87)).toBe('87.0');
  expect(formatRatio(0.834)).toBe('83%');
  // Percentages have two decimals (spec 000 §5).
  expect([0, 12.5, 99.994, 101.3].map(formatPercentage)).toEqual(['0.00%', '12.50%', '99.99%', '101.30%']);
  expect([0.7996, 1].map(formatPreciseRatio)).toEqual(['79.96%', '100.00%']);
  expect(formatCurrency(1234.5)).toBe('$1,234.50');
  expect([0, 999, 1000, 1_340_000, 300e6].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '1.3 MB',
    '300 MB',
  ]);
  expect([-12.44, 3, -0.05, -0.04].map(signedPoints)).toEqual(['−12.4', '+3.0', '−0.1', '+0.0']);
});

test('turns field names into words', () => {
  expect(wordsOf('ios_flood_zone')).toBe('IOS flood zone');
  expect(wordsOf('apn')).toBe('APN');
  expect(wordsOf('has_ai_assistant')).toBe('Has AI assistant');
});

test('formats relative times', () => {
  const now = Date.parse('2026-03-10T12:00:00');
  const MINUTE = 60_000;
  const ago = (minutes: number) => formatRelativeTime(now - minutes * MINUTE, now);
  expect([0, 0.9, 1, 59, 60, 150, 24 * 60, 6 * 24 * 60].map(ago)).toEqual([
    'Just now',
    'Just now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '2 hours ago',
    '1 day ago',
    '6 days ago',
  ]);
  expect(ago(7 * 24 * 60)).toBe('Mar 3, 2026');
});
