import { expect, test } from 'vitest';
import { liveKeysOf } from '../../../shared/live/live-key.ts';
import { eventLogKeys } from './keys.ts';

test('refetches events and anchors when the log grows, but no list as of a past date', () => {
  const isLive = (queryKey: readonly unknown[]) =>
    liveKeysOf('log').some((liveKey) => liveKey.every((part, index) => part === queryKey[index]));
  expect(isLive(eventLogKeys.list({}))).toBe(true);
  expect(isLive(eventLogKeys.event('1'))).toBe(true);
  expect(isLive(eventLogKeys.anchors())).toBe(true);
  expect(isLive(eventLogKeys.asOf({}))).toBe(false);
});
