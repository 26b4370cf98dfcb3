import { expect, test } from 'vitest';
import { formatLag, formatProgress, isBehind } from './projection-lag.ts';

const at = (position: string, head: string) => ({ version: 1, position, head });

test.each([
  [at('10', '10'), false, '0'],
  [at('12', '10'), false, '0'],
  [at('10', '1250'), true, '1,240'],
  [null, true, 'N/A'],
])('with progress %j, reports behind as %s and a lag of %s', (live, behind, lag) => {
  expect(isBehind({ live })).toBe(behind);
  expect(formatLag(live)).toBe(lag);
});

test('formats rebuild progress, including for an empty log', () => {
  expect(formatProgress(at('333', '1000'))).toBe('33%');
  expect(formatProgress(at('0', '0'))).toBe('0%');
});
