import { expect, test } from 'vitest';
import { z } from 'zod';
import './validation-messages.ts';

const messageFor = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

test.each([
  ['Must have at most 200 characters', z.string().max(200), 'a'.repeat(201)],
  ['Must have at most 5,000 characters', z.string().max(5_000), 'a'.repeat(5_001)],
  ['This field is required', z.string().min(1), ''],
  ['Must have at least 8 characters', z.string().min(8), 'short'],
  ['Must have exactly 6 characters', z.string().length(6), '12345'],
  ['Must have at least 1 item', z.array(z.string()).min(1), []],
  ['Must have at most 2 items', z.array(z.string()).max(2), ['a', 'b', 'c']],
  ['Must be at most 100', z.number().max(100), 101],
  ['Must be more than 0', z.number().positive(), 0],
  ['Must be a number', z.coerce.number(), 'abc'],
  ['Must be a whole number', z.int(), 1.5],
  ['Must be a multiple of 5', z.int().multipleOf(5), 7],
  ['This field is required', z.string(), undefined],
  ['This field is required', z.string(), null],
  ['Must be text', z.string(), 5],
  ['Must be true or false', z.boolean(), 'yes'],
  ['Must be one of: open, handled', z.enum(['open', 'handled']), 'lost'],
  ['This field is required', z.enum(['open', 'handled']), undefined],
  ['Must be DELETE', z.literal('DELETE'), 'delete'],
  ['Must be an email address', z.email(), 'robin'],
  ['This value is not valid', z.string().regex(/^a/), 'b'],
  ['Must be a date and time, for example 2026-03-01T09:00:00Z', z.iso.datetime(), 'today'],
  ['Unknown field: more', z.strictObject({}), { more: 1 }],
  ['This value is not valid', z.union([z.string(), z.number()]), true],
  ['This value is not valid', z.string().refine(() => false), 'a'],
])('says "%s"', (message, schema, value) => {
  expect(messageFor(schema, value)).toBe(message);
});

test('keeps the message of a schema', () => {
  expect(messageFor(z.string('Enter a name').max(3, 'A name can have at most 3 characters'), 'Robin')).toBe(
    'A name can have at most 3 characters',
  );
});
