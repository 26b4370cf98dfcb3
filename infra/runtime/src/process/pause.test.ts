import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { pause } from './pause.ts';

test('ends on abort and leaves no listener behind', async () => {
  const shutdown = new AbortController();
  await pause(1, shutdown.signal);
  expect(getEventListeners(shutdown.signal, 'abort')).toEqual([]);
  const startedAt = performance.now();
  const pausing = pause(60_000, shutdown.signal);
  shutdown.abort();
  await pausing;
  await pause(60_000, shutdown.signal);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test('lasts its full time without a signal', async () => {
  const startedAt = performance.now();
  await pause(20);
  expect(performance.now() - startedAt).toBeGreaterThan(18);
});
