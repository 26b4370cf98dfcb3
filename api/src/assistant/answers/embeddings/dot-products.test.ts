import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCK, dotProducts } from './dot-products.ts';

const numbers = (length: number) =>
  fc.int8Array({ min: -127, max: 127, minLength: length, maxLength: length });

test('multiplies a question with each vector', () => {
  const vectors = fc
    .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 30 }))
    .chain(([blocks, count]) => fc.tuple(numbers(blocks * BLOCK), numbers(blocks * BLOCK * count)));
  fc.assert(
    fc.property(vectors, ([question, values]) => {
      const expected = Array.from({ length: values.length / question.length }, (_, i) =>
        question.reduce((sum, value, j) => sum + value * (values[i * question.length + j] ?? 0), 0),
      );
      expect([...dotProducts(values, question)]).toEqual(expected);
    }),
  );
});

test.each([BLOCK, 384, 8_192])('multiplies more vectors of %d numbers than fit in its memory', (length) => {
  const count = Math.ceil(600_000 / length);
  const values = Int8Array.from({ length: count * length }, (_, i) =>
    Math.floor(i / length) % 2 === 0 ? 127 : -127,
  );
  const question = new Int8Array(length).fill(127);
  expect([...dotProducts(values, question)]).toEqual(
    Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 1 : -1) * length * 127 ** 2),
  );
});
