import { expect, test } from 'vitest';
import { formatDuration } from './duration.ts';

test('formats a duration in its two largest units', () => {
  expect([0, 59.9, 60, 3_599, 3_600, 3_660, 86_400, 187_200].map(formatDuration)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '59 min',
    '1 h',
    '1 h 1 min',
    '1 d',
    '2 d 4 h',
  ]);
});
