import { expect, test } from 'vitest';
import { adjacentCandidates, adjacentPages } from './adjacent-candidates.ts';

const page = (number: number, ...ids: string[]) =>
  ({
    data: ids.map((id) => ({ id })),
    pagination: { page: number, limit: 3, total: 8, totalPages: 3 },
  }) as unknown as Parameters<typeof adjacentCandidates>[0]; // only ids matter here

const second = page(2, 'd', 'e', 'f');

test('finds both neighbors within a page', () => {
  expect(adjacentPages(second, 'e')).toEqual({ before: null, after: null });
  expect(adjacentCandidates(second, 'e', undefined, undefined)).toEqual({
    previous: { id: 'd', page: 2 },
    next: { id: 'f', page: 2 },
    position: 5,
    total: 8,
  });
});

test('finds a neighbor on the adjacent page', () => {
  expect(adjacentPages(second, 'f')).toEqual({ before: null, after: 3 });
  expect(adjacentCandidates(second, 'f', undefined, page(3, 'g', 'h'))?.next).toEqual({ id: 'g', page: 3 });
  expect(adjacentPages(second, 'd')).toEqual({ before: 1, after: null });
  expect(adjacentCandidates(second, 'd', page(1, 'a', 'b', 'c'), undefined)?.previous).toEqual({
    id: 'c',
    page: 1,
  });
});

test('ends at the first and the last candidate, and returns null for an unknown id', () => {
  expect(adjacentCandidates(page(1, 'a', 'b'), 'a', undefined, undefined)?.previous).toBeNull();
  expect(adjacentPages(page(3, 'g', 'h'), 'h').after).toBeNull();
  expect(adjacentCandidates(page(3, 'g', 'h'), 'h', undefined, undefined)?.next).toBeNull();
  expect(adjacentCandidates(second, 'x', undefined, undefined)).toBeNull();
});
