import { expect, test } from 'vitest';
import { bytesOf, unitVector, vectorOf } from './vector.ts';
import { VectorIndex } from './vector-index.ts';

test('stores vectors exactly', () => {
  const vector = unitVector([3, 4]);
  expect([...vector]).toEqual([0.6, 0.8].map(Math.fround));
  expect(vectorOf(bytesOf(vector))).toEqual(vector);
});

test('compares a question with the passages embedded by the same model', () => {
  const index = new VectorIndex();
  index.put('north', 0, unitVector([0, 1]));
  index.put('east', 0, unitVector([1, 0]));
  index.put('east', 1, unitVector([1, 1]));
  index.put('other model', 0, unitVector([1, 0, 0]));
  const question = unitVector([1, 0.1]);
  const nearest = () => index.compare(question)?.nearest.map(({ pageId, number }) => `${pageId} ${number}`);
  expect(nearest()).toEqual(['east 0', 'east 1', 'north 0']);
  expect(index.compare(question)?.similarityOf({ pageId: 'east', number: 0 })).toBeCloseTo(0.995, 2);
  expect(index.compare(question)?.similarityOf({ pageId: 'east', number: 2 })).toBeUndefined();
  expect(index.compare(unitVector([1, 0, 0]))).toBeUndefined();
  index.remove('east');
  expect(nearest()).toEqual(['north 0']);
  // The memory of removed vectors is reused.
  for (let i = 0; i < 100; i++) index.put('west', i, unitVector([-1, i]));
  expect(index.count).toBe(101);
  expect(index.compare(question)?.nearest).toHaveLength(30);
  expect(nearest()?.[0]).toBe('north 0');
});
