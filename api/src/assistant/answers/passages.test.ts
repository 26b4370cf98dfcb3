import { expect, test } from 'vitest';
import { passagesOf } from './passages.ts';

test('cuts an overlong sentence between characters', () => {
  // One letter moves every pair to an odd offset.
  const passages = passagesOf([{ heading: '', text: `a${'🍞'.repeat(2_500)}` }]);
  expect(passages.length).toBeGreaterThan(1);
  for (const { text } of passages) expect(text.isWellFormed()).toBe(true);
});
