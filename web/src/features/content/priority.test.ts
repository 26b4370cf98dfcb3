import { expect, test } from 'vitest';
import { DEFAULT_PRIORITY, PRIORITIES, priorityTone } from './priority.ts';

test('priorities have one colour by half of the value, and each half its own', () => {
  const tones = PRIORITIES.map(({ value }) => priorityTone(Number(value)));
  expect(tones).toEqual([
    'quiet',
    'quiet',
    'info',
    'info',
    'accent',
    'accent',
    'notice',
    'notice',
    'bad',
    'bad',
  ]);
});

test('priorities go from 1 (Lowest) to 10 (Highest), and are 5 when nobody says', () => {
  expect(PRIORITIES.map(({ label }) => label)).toEqual([
    '1 (Lowest)',
    ...['2', '3', '4', '5', '6', '7', '8', '9'],
    '10 (Highest)',
  ]);
  expect(DEFAULT_PRIORITY).toBe(5);
});
