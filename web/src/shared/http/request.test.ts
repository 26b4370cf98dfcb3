import { expect, test } from 'vitest';
import { urlWithQuery } from './request.ts';

test('omits empty query values', () => {
  expect(urlWithQuery('/a', { one: 1, none: null, nothing: undefined, blank: '', zero: 0 })).toBe(
    '/a?one=1&zero=0',
  );
  expect(urlWithQuery('/a', { none: null })).toBe('/a');
});
