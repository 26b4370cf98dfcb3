import { expect, test } from 'vitest';
import { bytesOf, unitVector, vectorOf } from './vector.ts';
import { VectorIndex } from './vector-index.ts';

test('stores vectors exactly', () => {
  const vector = unitVector([3, 4]);
  expect([...vector]).toEqual([0.6, 0.8].map(Math.fround));
  expect(vectorOf(bytesOf(vector))).toEqual(vector);
});

test('sorts the passages of one model by similarity', () => {
  const index = new VectorIndex();
  index.put('north', 0, unitVector([0, 1]));
  index.put('east', 0, unitVector([1, 0]));
  index.put('east', 1, unitVector([1, 1]));
  index.put('other model', 0, unitVector([1, 0, 0]));
  const found = index.bySimilarity(unitVector([1, 0.1]));
  expect(found.map(({ pageId, number }) => `${pageId} ${number}`)).toEqual(['east 0', 'east 1', 'north 0']);
  expect(found[0]?.similarity).toBeCloseTo(0.995, 1);
  expect(index.size).toBe(9);
  index.remove('east');
  expect(index.size).toBe(5);
});
