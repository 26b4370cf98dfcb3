import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveMessage } from './live-connection.ts';
import { liveKey } from './live-key.ts';
import { createRefresher, REFRESH_EVERY_MS } from './refresher.ts';

const moved = (model: string): LiveMessage => ({
  type: 'moved',
  moved: { model, logId: 'l', position: '1' },
});

liveKey(['candidates'], 'candidates', 'scores');
liveKey(['datasets'], 'datasets', 'scores');

let queryClient: QueryClient;
let unwatch: (() => void)[];

/** Observes a query, as a mounted component does, and returns its fetch function. */
function showQuery(queryKey: readonly unknown[], queryFn = vi.fn(async () => 'fresh')) {
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

test('refetches only the queries that show the moved read model', async () => {
  const candidate = showQuery(['candidates', 'one', 'c']);
  const datasets = showQuery(['datasets', 'list']);
  await vi.advanceTimersByTimeAsync(0);
  createRefresher(queryClient).handle(moved('candidates'));
  await vi.advanceTimersByTimeAsync(0);
  expect(candidate).toHaveBeenCalledTimes(2);
  expect(datasets).toHaveBeenCalledTimes(1);
});

test('refetches at the first move of a burst and batches the rest', async () => {
  const candidate = showQuery(['candidates', 'one', 'c']);
  await vi.advanceTimersByTimeAsync(0);
  const refresher = createRefresher(queryClient);
  for (let commit = 0; commit < 100; commit++) {
    refresher.handle(moved('scores'));
    await vi.advanceTimersByTimeAsync(REFRESH_EVERY_MS / 50);
  }
  // When it is first shown, at the first move, and twice during the burst, which lasts two intervals.
  expect(candidate).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(2 * REFRESH_EVERY_MS);
  expect(candidate).toHaveBeenCalledTimes(4);
});

test('refetches everything once the connection is restored', async () => {
  const datasets = showQuery(['datasets', 'list']);
  const classification = showQuery(['classification', 'one', 'c']);
  await vi.advanceTimersByTimeAsync(0);
  createRefresher(queryClient).handle({ type: 'restored' });
  await vi.advanceTimersByTimeAsync(0);
  expect(datasets).toHaveBeenCalledTimes(2);
  expect(classification).toHaveBeenCalledTimes(2);
});

test('refetches a query that was loading for the first time when its read model moved', async () => {
  const { promise: firstLoad, resolve: finishFirstLoad } = Promise.withResolvers<string>();
  const candidate = vi.fn(async () => 'fresh').mockReturnValueOnce(firstLoad);
  showQuery(['candidates', 'one', 'c'], candidate);
  await vi.advanceTimersByTimeAsync(0);
  const refresher = createRefresher(queryClient);
  refresher.handle(moved('scores'));
  refresher.handle(moved('scores'));
  await vi.advanceTimersByTimeAsync(2 * REFRESH_EVERY_MS);
  expect(candidate).toHaveBeenCalledTimes(1);
  finishFirstLoad('before the move');
  await vi.advanceTimersByTimeAsync(0);
  expect(candidate).toHaveBeenCalledTimes(2);
  expect(queryClient.getQueryData(['candidates', 'one', 'c'])).toBe('fresh');
});
