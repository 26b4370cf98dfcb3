import { describe, expect, test } from 'vitest';
import { goToPage, pageWindow } from './paging.ts';

describe('the window of page numbers', () => {
  test.each([
    { page: 1, totalPages: 1, shown: [1] },
    { page: 1, totalPages: 3, shown: [1, 2, 3] },
    { page: 1, totalPages: 40, shown: [1, 2, 3, 4, 5] },
    { page: 3, totalPages: 40, shown: [1, 2, 3, 4, 5] },
    { page: 20, totalPages: 40, shown: [18, 19, 20, 21, 22] },
    { page: 40, totalPages: 40, shown: [36, 37, 38, 39, 40] },
    { page: 99, totalPages: 6, shown: [2, 3, 4, 5, 6] },
  ])('page $page of $totalPages', ({ page, totalPages, shown }) => {
    expect(pageWindow(page, totalPages)).toEqual(shown);
  });
});

describe('going to a page', () => {
  test.each(['1', 3, '40'])('accepts %s', (typed) => {
    expect(goToPage(typed, 2, 40)).toBe(Number(typed));
  });

  test.each(['', ' ', 'x', '1.5', 0, -1, 41, '1e9', 2])('rejects %s', (typed) => {
    expect(goToPage(typed, 2, 40)).toBeNull();
  });
});
