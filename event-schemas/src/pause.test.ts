import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { pause } from './pause.ts';

test('a signal ends a pause, and keeps nothing of those that are over', async () => {
  const told = new AbortController();
  await pause(1, told.signal);
  expect(getEventListeners(told.signal, 'abort')).toEqual([]);
  const begun = performance.now();
  const pausing = pause(60_000, told.signal);
  told.abort();
  await pausing;
  await pause(60_000, told.signal);
  expect(performance.now() - begun).toBeLessThan(1_000);
});

test('a pause lasts as long as it says where there is no signal', async () => {
  const begun = performance.now();
  await pause(20);
  expect(performance.now() - begun).toBeGreaterThan(18);
});
