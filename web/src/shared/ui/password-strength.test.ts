import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.tsx';

test.each([
  { password: '', label: '', isStrong: false },
  { password: 'a', label: 'Weak', isStrong: false },
  { password: 'aA', label: 'Weak', isStrong: false },
  { password: 'aA1', label: 'Fair', isStrong: false },
  { password: 'aaaaaaA1', label: 'Good', isStrong: true },
  { password: 'aaaaaaa1', label: 'Fair', isStrong: true },
  { password: 'aA1!', label: 'Good', isStrong: false },
  { password: 'aaaaaA1!', label: 'Strong', isStrong: true },
])(
  'labels "$password" "$label" and reports that it meets the strength rule: $isStrong',
  ({ password, label, isStrong }) => {
    expect(strengthOf(password)).toMatchObject({ label, isStrong });
  },
);
