import { INDEX_FULL, PLAN_FULL } from '@landline/api/assistant/website/contract';
import { expect, test } from 'vitest';
import { ignoredCounts, planUsageOf, progressOf } from './page-status.ts';

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

test('counts pages left out by each limit, without those whose next crawl is pending', () => {
  const planFull = `${PLAN_FULL} 500 pages is reached`;
  expect(
    ignoredCounts([
      { status: 'ignored', reason: planFull },
      { status: 'processing', reason: planFull },
      { status: 'ignored', reason: INDEX_FULL },
      { status: 'processing', reason: INDEX_FULL },
      { status: 'ignored', reason: 'Blocked by robots.txt' },
      { status: 'completed', reason: null },
    ]),
  ).toEqual({ skippedCount: 1, unindexedCount: 1 });
});
