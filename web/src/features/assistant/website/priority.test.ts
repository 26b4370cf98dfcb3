import { expect, test } from 'vitest';
import { PRIORITIES, priorityTone } from './priority.ts';

test('uses one tone for every two priorities', () => {
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

test('lists priorities from 1 (Lowest) to 10 (Highest)', () => {
  expect(PRIORITIES.map(({ label }) => label)).toEqual([
    '1 (Lowest)',
    ...['2', '3', '4', '5', '6', '7', '8', '9'],
    '10 (Highest)',
  ]);
});
