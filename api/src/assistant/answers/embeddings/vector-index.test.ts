import { expect, test } from 'vitest';
import { unitVector } from './vector.ts';
import { VectorIndex } from './vector-index.ts';

test('compares a question with the vectors of the same length', () => {
  const index = new VectorIndex();
  index.put('north', 0, unitVector([0, 1]));
  index.put('east', 0, unitVector([1, 0]));
  index.put('east', 1, unitVector([1, 1]));
  index.put('other length', 0, unitVector([1, 0, 0]));
  const question = unitVector([1, 0.1]);
  const nearest = () => index.compare(question)?.nearest.map(({ pageId, number }) => `${pageId} ${number}`);
  expect(nearest()).toEqual(['east 0', 'east 1', 'north 0']);
  expect(index.compare(question)?.similarityOf({ pageId: 'east', number: 0 })).toBeCloseTo(0.995, 2);
  expect(index.compare(question)?.similarityOf({ pageId: 'east', number: 2 })).toBeUndefined();
  expect(index.compare(unitVector([1, 0, 0]))).toBeUndefined();
  index.remove('east');
  expect(nearest()).toEqual(['north 0']);
  const { size } = index;
  const addWest = (from: number, to: number) => {
    for (let i = from; i < to; i++) index.put('west', i, unitVector([-1, i]));
  };
  // With the slots of the removed vectors, 64 vectors fit into the initial buffer.
  addWest(0, 63);
  expect(index.size).toBe(size);
  addWest(63, 100);
  expect(index.count).toBe(101);
  expect(index.compare(question)?.nearest).toHaveLength(30);
  expect(nearest()?.[0]).toBe('north 0');
});
