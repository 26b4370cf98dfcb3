import { expect, test } from 'vitest';
import { z } from 'zod';
import './validation-messages.ts';

const messageFor = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

test.each([
  [z.string().max(200), 'a'.repeat(201), 'Must have at most 200 characters'],
  [z.string().max(5_000), 'a'.repeat(5_001), 'Must have at most 5,000 characters'],
  [z.string().min(1), '', 'This field is required'],
  [z.string().min(8), 'short', 'Must have at least 8 characters'],
  [z.string().length(6), '12345', 'Must have exactly 6 characters'],
  [z.array(z.string()).min(1), [], 'Must have at least 1 item'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Must have at most 2 items'],
  [z.number().max(100), 101, 'Must be at most 100'],
  [z.number().positive(), 0, 'Must be more than 0'],
  [z.coerce.number(), 'abc', 'Must be a number'],
  [z.int(), 1.5, 'Must be a whole number'],
  [z.int().multipleOf(5), 7, 'Must be a multiple of 5'],
  [z.string(), undefined, 'This field is required'],
  [z.string(), null, 'This field is required'],
  [z.string(), 5, 'Must be text'],
  [z.boolean(), 'yes', 'Must be true or false'],
  [z.enum(['open', 'handled']), 'lost', 'Must be one of: open, handled'],
  [z.enum(['open', 'handled']), undefined, 'This field is required'],
  [z.literal('DELETE'), 'delete', 'Must be DELETE'],
  [z.email(), 'robin', 'Must be an email address'],
  [z.string().regex(/^a/), 'b', 'This value is not valid'],
  [z.iso.datetime(), 'today', 'Must be a date and time, for example 2026-03-01T09:00:00Z'],
  [z.strictObject({}), { more: 1 }, 'Unknown field: more'],
  [z.union([z.string(), z.number()]), true, 'This value is not valid'],
  [z.string().refine(() => false), 'a', 'This value is not valid'],
])('explains the problem in words for people: %# %s', (schema, value, message) => {
  expect(messageFor(schema, value)).toBe(message);
});

test('keeps the message of a schema', () => {
  expect(messageFor(z.string('Enter a name').max(3, 'A name can have at most 3 characters'), 'Robin')).toBe(
    'A name can have at most 3 characters',
  );
});
