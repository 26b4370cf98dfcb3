import { expect, test } from 'vitest';
import { CUT, shortened } from './shorten.ts';

test('addresses are cut at 60 characters, those of requests at 50, descriptions at 40', () => {
  expect(CUT).toEqual({ url: 60, requestUrl: 50, description: 40 });
  expect(shortened('a'.repeat(60), CUT.url)).toBe('a'.repeat(60));
  expect(shortened('a'.repeat(61), CUT.url)).toBe(`${'a'.repeat(60)}...`);
});
