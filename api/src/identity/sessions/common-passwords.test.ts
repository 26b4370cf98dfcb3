import { expect, test } from 'vitest';
import { assertUncommon } from './common-passwords.ts';

test.each([
  'password',
  'PASSWORD',
  'qwertyuiop',
  '1qaz2wsx',
  'Password123!',
  '!!Sunshine2024',
  'Landline2026!',
  '123456789',
])('rejects %s', (password) => {
  expect(() => assertUncommon(password)).toThrow(expect.objectContaining({ code: 'PASSWORD_COMMON' }));
});

test.each([
  'Correct-horse-1',
  'A-long-enough-passw0rd',
  'cat12345',
  'dragon-harbor-42',
  'Sunshine!94827364500',
])('accepts %s', (password) => {
  expect(() => assertUncommon(password)).not.toThrow();
});
