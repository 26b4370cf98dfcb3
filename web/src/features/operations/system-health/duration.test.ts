import { expect, test } from 'vitest';
import { formatDuration } from './duration.ts';

test('formats a duration as days and hours, hours and minutes, minutes, or seconds', () => {
  expect([0, 59.9, 60, 90, 3_599, 3_600, 3_660, 86_400, 86_460, 187_200].map(formatDuration)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '1 min',
    '59 min',
    '1 h',
    '1 h 1 min',
    '1 d',
    '1 d',
    '2 d 4 h',
  ]);
});
