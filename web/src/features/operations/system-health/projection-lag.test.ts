import { expect, test } from 'vitest';
import { isBehind, lagOf, shareOf } from './projection-lag.ts';

const at = (position: string, head: string) => ({ version: 1, position, head });

test.each([
  [at('10', '10'), false, '0'],
  [at('12', '10'), false, '0'],
  [at('10', '1250'), true, '1,240'],
  [null, true, '–'],
])('a read model at %j: behind is %s, lag is %s', (live, behind, lag) => {
  expect(isBehind({ live })).toBe(behind);
  expect(lagOf(live)).toBe(lag);
});

test('formats rebuild progress, including for an empty log', () => {
  expect(shareOf(at('333', '1000'))).toBe('33%');
  expect(shareOf(at('0', '0'))).toBe('0%');
});
