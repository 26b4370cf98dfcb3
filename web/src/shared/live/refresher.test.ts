import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keys } from '../query-keys.ts';
import type { LiveMessage } from './live-connection.ts';
import { createRefresher } from './refresher.ts';

const moved = (model: string): LiveMessage => ({
  type: 'moved',
  moved: { model, logId: 'l', position: '1' },
});

let queryClient: QueryClient;
let unwatch: (() => void)[];

/** A query that is on the screen; counts how often it was asked. */
function onScreen(queryKey: readonly unknown[]) {
  const queryFn = vi.fn(async () => 'fresh');
  unwatch.push(
    new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => {}),
  );
  return queryFn;
}

beforeEach(() => {
  vi.useFakeTimers();
  queryClient = new QueryClient();
  unwatch = [];
});
afterEach(() => {
  for (const stop of unwatch) stop();
  queryClient.clear();
  vi.useRealTimers();
});

test('a model that moved refetches what shows it, and nothing else', async () => {
  const candidate = onScreen(keys.candidates.one('c'));
  const datasets = onScreen(keys.datasets.list());
  await vi.advanceTimersByTimeAsync(0);
  createRefresher(queryClient).take(moved('candidates'));
  await vi.advanceTimersByTimeAsync(0);
  expect(candidate).toHaveBeenCalledTimes(2);
  expect(datasets).toHaveBeenCalledTimes(1);
});

test('the first move of a burst refetches at once, the others together', async () => {
  const candidate = onScreen(keys.candidates.one('c'));
  await vi.advanceTimersByTimeAsync(0);
  const refresher = createRefresher(queryClient, 500);
  for (let commit = 0; commit < 100; commit++) {
    refresher.take(moved('scores'));
    await vi.advanceTimersByTimeAsync(10);
  }
  // Once when it was shown, at the first move, and after each half second of the burst.
  expect(candidate).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(candidate).toHaveBeenCalledTimes(4);
});

test('after an absence everything is asked for again', async () => {
  const datasets = onScreen(keys.datasets.list());
  const judgement = onScreen(keys.training.classification('c'));
  await vi.advanceTimersByTimeAsync(0);
  createRefresher(queryClient).take({ type: 'missed' });
  await vi.advanceTimersByTimeAsync(0);
  expect(datasets).toHaveBeenCalledTimes(2);
  expect(judgement).toHaveBeenCalledTimes(2);
});
