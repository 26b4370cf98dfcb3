import { expect, test } from 'vitest';
import { isInScope, matches } from './patterns.ts';

test.each([
  ['/blog', '/blog', true],
  ['/blog', '/blog/2020?page=2', true],
  ['/blog/', '/blog', false],
  ['/blog$', '/blog', true],
  ['/blog$', '/blog/2020', false],
  ['/*/print', '/a/b/print', true],
  ['/*.pdf$', '/files/menu.pdf', true],
  ['/*.pdf$', '/files/menu.pdf?x', false],
  ['*old*', '/very-old-page', true],
  ['/a*a$', '/a', false],
  ['/', '/anything', true],
  ['/*?sort=', '/list?sort=price', true],
])('the pattern %s matches the path %s: %s', (pattern, path, expected) => {
  expect(matches(pattern, `https://shop.example${path}`)).toBe(expected);
});

test('matches a pattern of many wildcards in linear time', () => {
  const pattern = `/${'*a'.repeat(90)}$`;
  const started = performance.now();
  expect(matches(pattern, `https://shop.example/${'a'.repeat(1_900)}b`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(500);
});

test('limits the crawl to included pages, and excludes excluded ones', () => {
  const home = 'https://shop.example/';
  const post = 'https://shop.example/blog/1';
  expect(isInScope(post, { include: [], exclude: [] })).toBe(true);
  expect(isInScope(post, { include: [], exclude: ['/blog'] })).toBe(false);
  expect(isInScope(home, { include: ['/blog'], exclude: [] })).toBe(false);
  expect(isInScope(post, { include: ['/blog'], exclude: [] })).toBe(true);
  expect(isInScope(post, { include: ['/blog'], exclude: ['/blog/1$'] })).toBe(false);
});
