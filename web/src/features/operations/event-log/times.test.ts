import { expect, test } from 'vitest';
import { isoTime, toLocal } from './times.ts';

test.each(['x', '', '2026-13-01T00:00', '12026-01-01T00:00', '+012026-01-01T00:00:00Z'])(
  'takes "%s" for no time',
  (text) => {
    expect(isoTime(text)).toBeNull();
  },
);

test('converts between ISO times and the values of datetime-local fields', () => {
  expect(toLocal(isoTime('2026-11-25T17:44'))).toBe('2026-11-25T17:44');
  expect(isoTime('2026-11-25T17:44:24.476Z')).toBe('2026-11-25T17:44:24.476Z');
  expect(toLocal(null)).toBe('');
});
