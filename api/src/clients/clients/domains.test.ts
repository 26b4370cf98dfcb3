import { expect, test } from 'vitest';
import { authorizedDomain, hostOf, INVALID_DOMAIN, primaryDomain, withScheme } from './domains.ts';

test.each([
  ['example.com', 'https://example.com'],
  [' Shop.Example.com/path?query ', 'https://shop.example.com'],
  ['http://example.com:8080/home', 'http://example.com:8080'],
  ['', null],
])('parses the website %j as %j', (input, origin) => {
  expect(primaryDomain.parse(input)).toBe(origin);
});

test.each([
  'ftp://example.com',
  'javascript:alert(1)',
  'example',
  'exa mple.com',
  '-a.com',
  `${'a'.repeat(64)}.com`,
])('rejects the website %j', (input) => {
  const { success, error } = primaryDomain.safeParse(input);
  expect(success).toBe(false);
  expect(error?.issues[0]?.message).toBe(INVALID_DOMAIN);
});

test('adds a scheme only if there is none', () => {
  expect(withScheme('example.com')).toBe('https://example.com');
  expect(withScheme('HTTP://example.com')).toBe('HTTP://example.com');
});

test('maps all spellings of a website to one host', () => {
  const spellings = ['example.com', 'www.example.com', 'https://EXAMPLE.com/home', 'http://example.com:8080'];
  expect(spellings.map(hostOf)).toEqual(spellings.map(() => 'example.com'));
});

test.each([
  ['example.com', true],
  ['*.Example.com', true],
  ['*.*.example.com', false],
  ['*example.com', false],
  ['https://example.com', false],
  ['', false],
])('checks whether %j is a valid authorized domain: %j', (input, isValid) => {
  expect(authorizedDomain.safeParse(input).success).toBe(isValid);
});
