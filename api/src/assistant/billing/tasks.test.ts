import type { RecordedEvent } from '@landline/event-schemas';
import { expect, test } from 'vitest';
import { billingReactor } from './tasks.ts';

/** Returns the key of the check of an answer; the queue merges checks with the same key. */
function checkKey(at: string): string | undefined {
  const event = { id: 'e', data: { client_id: 'c' }, position: 1n, metadata: { correlationId: 'c', at } };
  // The event has only the fields that the reactor reads.
  const [job] = billingReactor.on.QuestionAnswered?.(event as RecordedEvent<'QuestionAnswered'>) ?? [];
  return job?.debounce?.key;
}

test('merges checks of the same hour only, as a check looks back for one hour', () => {
  const key = checkKey('2026-10-31T23:00:00.000Z');
  expect(key).toBeDefined();
  expect(checkKey('2026-10-31T23:59:59.999Z')).toBe(key);
  expect(checkKey('2026-11-01T00:00:00.000Z')).not.toBe(key);
  expect(checkKey('2026-11-01T23:00:00.000Z')).not.toBe(key);
});
