import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTimestamp } from './parse-timestamp.ts';

test('equals Date.parse for every time', () => {
  fc.assert(
    fc.property(fc.array(fc.date({ noInvalidDate: true }), { minLength: 1 }), (dates) => {
      for (const date of dates) expect(parseTimestamp(date.toISOString())).toBe(date.getTime());
    }),
  );
});

test.each([
  '2026-02-28T24:00:00.000Z',
  '2026-02-28T23:60:00.000Z',
  '2026-02-28T23:59:60.000Z',
  '2026-02-30T12:00:00.000Z',
  '2026-13-01T12:00:00.000Z',
  '2026-02-28T1a:00:00.000Z',
  '2026-02-28T12:00:00.000+',
  '2026-02-28T12:00:00.123456Z',
  '2026-02-28T12:00:00Z',
  '2026-02-28',
  'yesterday at noon, or so',
  '',
])('equals Date.parse for %j', (time) => {
  expect(parseTimestamp(time)).toBe(Date.parse(time));
});
