import { expect, test } from 'vitest';
import { laterOf } from './event-position.ts';

test('keeps the later of two positions in the same log', () => {
  expect(laterOf(undefined, 'a:5')).toBe('a:5');
  expect(laterOf('a:9', 'a:10')).toBe('a:10');
  expect(laterOf('a:10', 'a:9')).toBe('a:10');
  expect(laterOf('a:10', 'b:1')).toBe('b:1');
});
