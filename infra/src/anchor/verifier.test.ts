import { expect, test } from 'vitest';
import { mismatchText } from './verifier.ts';

test('describes a mismatch, also of an event that cannot be decoded', () => {
  const reason = 'was removed';
  expect(mismatchText({ position: 7, stream: 'client-c1', revision: 0, type: 'ClientCreated', reason })).toBe(
    'position 7, ClientCreated at client-c1@0: was removed',
  );
  expect(mismatchText({ position: 7, stream: '', revision: undefined, type: '', reason })).toBe(
    'position 7: was removed',
  );
});
