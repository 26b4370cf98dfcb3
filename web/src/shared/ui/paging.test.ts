import { describe, expect, test } from 'vitest';
import { pageWindow, targetPage } from './paging.ts';

describe('pageWindow', () => {
  test.each([
    { page: 1, totalPages: 1, shown: [1] },
    { page: 1, totalPages: 3, shown: [1, 2, 3] },
    { page: 1, totalPages: 40, shown: [1, 2, 3, 4, 5] },
    { page: 3, totalPages: 40, shown: [1, 2, 3, 4, 5] },
    { page: 20, totalPages: 40, shown: [18, 19, 20, 21, 22] },
    { page: 40, totalPages: 40, shown: [36, 37, 38, 39, 40] },
    { page: 99, totalPages: 6, shown: [2, 3, 4, 5, 6] },
  ])('returns $shown for page $page of $totalPages', ({ page, totalPages, shown }) => {
    expect(pageWindow(page, totalPages)).toEqual(shown);
  });
});

describe('targetPage', () => {
  test.each(['1', 3, '40'])('accepts %s', (input) => {
    expect(targetPage(input, 2, 40)).toBe(Number(input));
  });

  test.each(['', ' ', 'x', '1.5', 0, -1, 41, '1e9', 2])('rejects %s', (input) => {
    expect(targetPage(input, 2, 40)).toBeNull();
  });
});
