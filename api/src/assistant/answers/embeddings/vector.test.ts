import { expect, test } from 'vitest';
import { decodeVector, encodeVector, unitVector } from './vector.ts';

test('encodes and decodes a vector exactly', () => {
  const vector = unitVector([3, 4]);
  expect([...vector]).toEqual([0.6, 0.8].map(Math.fround));
  expect(decodeVector(encodeVector(vector))).toEqual(vector);
});
