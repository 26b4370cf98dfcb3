import { expect, test } from 'vitest';
import { planUsageOf, progressOf } from './page-status.ts';

test.each([
  [
    { indexed: 0, allowance: 500 },
    { remaining: 500, percent: 0, level: 'free' },
  ],
  [
    { indexed: 400, allowance: 500 },
    { remaining: 100, percent: 80, level: 'near' },
  ],
  [
    { indexed: 500, allowance: 500 },
    { remaining: 0, percent: 100, level: 'full' },
  ],
  [
    { indexed: 600, allowance: 500 },
    { remaining: 0, percent: 100, level: 'full' },
  ],
])('calculates the plan usage of %j', (used, expected) => {
  expect(planUsageOf(used)).toEqual(expected);
});

test('counts read and failed pages as done, but not pages that wait for their turn', () => {
  const statuses = ['completed', 'processing', 'error', 'pending', 'ignored'] as const;
  expect(progressOf(statuses.map((status) => ({ status })))).toEqual({ done: 3, total: 5 });
});
