import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highest } from './highest.ts';

test('returns what sorting by score returns first', () => {
  // A few different scores, so that many are equal.
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3, max: 3 })), fc.nat(10), (scores, count) => {
      const positions = [...scores.keys()].reverse();
      const scoreOf = (position: number) => scores[position] ?? 0;
      const sorted = positions.toSorted((a, b) => scoreOf(b) - scoreOf(a));
      expect(highest(positions, count, scoreOf)).toEqual(sorted.slice(0, count));
    }),
  );
});
