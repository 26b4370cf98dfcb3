import { expect, test } from 'vitest';
import { rowCountOf } from './row-count.ts';

test.each([
  ['the rows of an import chunk', { rows: [1, 2, 3] }, 3],
  ['the facilities of a layer chunk', { facilities: [1, 2] }, 2],
  ['one for a chunk whose rows were all rejected', { facilities: [] }, 1],
  ['one for any other event', { rows: 'text' }, 1],
  ['one for an event without data', undefined, 1],
])('counts %s', (_, data, count) => {
  expect(rowCountOf(data)).toBe(count);
});
