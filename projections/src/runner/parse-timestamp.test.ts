import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTimestamp } from './parse-timestamp.ts';

/** Times in the event format, which has four-digit years; often several on one day. */
const eventTimes = fc
  .array(
    fc.tuple(
      fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      fc.array(fc.nat(86_399_999), { minLength: 1, maxLength: 3 }),
    ),
    { minLength: 1 },
  )
  .map((days) =>
    days.flatMap(([day, offsets]) => offsets.map((offset) => new Date(day.setUTCHours(0, 0, 0, offset)))),
  );

test.each([
  ['four-digit years', eventTimes],
  ['any year', fc.array(fc.date({ noInvalidDate: true }), { minLength: 1 })],
])('parses times with %s', (_, times) => {
  fc.assert(
    fc.property(times, (dates) => {
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
