import { expect, test } from 'vitest';
import { neighboursOf, pagesBeside } from './neighbours.ts';

const page = (number: number, ...ids: string[]) =>
  ({
    data: ids.map((id) => ({ id })),
    pagination: { page: number, limit: 3, total: 8, totalPages: 3 },
  }) as unknown as Parameters<typeof neighboursOf>[0]; // only ids matter here

const second = page(2, 'd', 'e', 'f');

test('within a page the neighbours stand beside it', () => {
  expect(pagesBeside(second, 'e')).toEqual({ before: null, after: null });
  expect(neighboursOf(second, 'e', undefined, undefined)).toEqual({
    previous: { id: 'd', page: 2 },
    next: { id: 'f', page: 2 },
    at: 5,
    total: 8,
  });
});

test('at the edge of a page they stand on the next one', () => {
  expect(pagesBeside(second, 'f')).toEqual({ before: null, after: 3 });
  expect(neighboursOf(second, 'f', undefined, page(3, 'g', 'h'))?.next).toEqual({ id: 'g', page: 3 });
  expect(pagesBeside(second, 'd')).toEqual({ before: 1, after: null });
  expect(neighboursOf(second, 'd', page(1, 'a', 'b', 'c'), undefined)?.previous).toEqual({
    id: 'c',
    page: 1,
  });
});

test('the first and the last have one neighbour, a stranger has none', () => {
  expect(neighboursOf(page(1, 'a', 'b'), 'a', undefined, undefined)?.previous).toBeNull();
  expect(pagesBeside(page(3, 'g', 'h'), 'h').after).toBeNull();
  expect(neighboursOf(page(3, 'g', 'h'), 'h', undefined, undefined)?.next).toBeNull();
  expect(neighboursOf(second, 'x', undefined, undefined)).toBeNull();
});
