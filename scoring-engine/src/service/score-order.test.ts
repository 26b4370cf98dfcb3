import { expect, it } from 'vitest';
import { scoreOrder } from './score-order.ts';

it('orders by score, highest first, N/A last, ties in input order', () => {
  const scores = Int16Array.of(0, -1, 1_000, 855, -1, 855, 0);
  const order = Uint32Array.of(6, 5, 4, 3, 2, 1, 0);
  expect([...scoreOrder(scores, order)]).toEqual([2, 5, 3, 6, 0, 4, 1]);
  expect([...scoreOrder(new Int16Array(0), new Uint32Array(0))]).toEqual([]);
});
