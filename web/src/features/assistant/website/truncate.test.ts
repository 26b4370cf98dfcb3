import { expect, test } from 'vitest';
import { MAX_LENGTH, truncate } from './truncate.ts';

test('truncates URLs to 60, request URLs to 50 and descriptions to 40 characters', () => {
  expect(MAX_LENGTH).toEqual({ url: 60, requestUrl: 50, description: 40 });
  expect(truncate('a'.repeat(60), MAX_LENGTH.url)).toBe('a'.repeat(60));
  expect(truncate('a'.repeat(61), MAX_LENGTH.url)).toBe(`${'a'.repeat(60)}...`);
  expect(truncate('🏠'.repeat(41), MAX_LENGTH.description)).toBe(`${'🏠'.repeat(40)}...`);
});
