import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.tsx';

test.each([
  { password: '', label: '' },
  { password: 'a', label: 'Weak' },
  { password: 'aA', label: 'Weak' },
  { password: 'aA1', label: 'Fair' },
  { password: 'aaaaaaA1', label: 'Good' },
  { password: 'aaaaaaa1', label: 'Fair' },
  { password: 'aA1!', label: 'Good' },
  { password: 'aaaaaA1!', label: 'Strong' },
])('labels "$password" "$label"', ({ password, label }) => {
  expect(strengthOf(password)).toMatchObject({ label });
});

test.each([
  { password: '', label: '', count: 0 },
  { password: 'Abc12345!', label: 'Weak', count: 2 },
  { password: 'Abc12345678!', label: 'Strong', count: 5 },
])('labels "$password" "$label" if at least 12 characters are required', ({ password, label, count }) => {
  expect(strengthOf(password, 12)).toMatchObject({ label, count });
});
