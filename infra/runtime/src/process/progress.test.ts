import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Fresh copy of the module, which keeps its state at module level. */
let progress: typeof import('./progress.ts');
beforeEach(async () => {
  vi.resetModules();
  progress = await import('./progress.ts');
});
afterEach(() => vi.useRealTimers());

test('reports the first failure until its loop has followed the log for a while, and keeps the last error', () => {
  const { onProgressChange, processProgress, trackProgress } = progress;
  vi.useFakeTimers();
  let changes = 0;
  onProgressChange(() => changes++);
  const first = trackProgress();
  const second = trackProgress();
  expect(processProgress()).toMatchObject({ position: undefined, followedAt: undefined });
  first.followed(7n);
  second.followed(3n);
  expect(processProgress()).toMatchObject({ position: 7n, stuckSince: undefined, lastError: undefined });
  expect(changes).toBe(1);

  second.failed(Object.assign(new Error('refused'), { code: 'EVENT_STORE_REFUSED' }));
  const since = processProgress().stuckSince;
  vi.advanceTimersByTime(5_000);
  second.followed();
  vi.advanceTimersByTime(5_000);
  second.failed(new RangeError('still refused'));
  expect(processProgress().stuckSince).toEqual(since);
  expect(processProgress().lastError).toMatchObject({ code: 'RangeError', message: 'still refused' });
  expect(changes).toBe(2);

  second.followed();
  first.followed(8n);
  vi.advanceTimersByTime(10_000);
  expect(processProgress()).toMatchObject({ position: 8n, stuckSince: undefined });
  expect(processProgress().lastError).toBeDefined();
  first.end();
  second.end();
});

test('counts a loop that is handling events as stuck, and forgets a loop that ended', () => {
  const { processProgress, trackProgress } = progress;
  const loop = trackProgress();
  loop.handling();
  expect(processProgress().stuckSince).toBeInstanceOf(Date);
  loop.followed();
  expect(processProgress().stuckSince).toBeUndefined();
  loop.failed(new Error('gone'));
  loop.end();
  expect(processProgress().stuckSince).toBeUndefined();
});
