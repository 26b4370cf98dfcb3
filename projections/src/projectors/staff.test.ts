import { expect, test } from 'vitest';
import { happened, projectorSpec } from '../testing/projector-spec.ts';
import { staff, staffUser } from './staff.ts';

const { given } = projectorSpec(staff);
const ada = { user_id: 'u1', email: 'ada@example.com', first_name: 'Ada', last_name: 'Hill' } as const;

test('a member of staff is listed from the day of creation', async () => {
  const rows = await given(happened('StaffUserCreated', { ...ada, role: 'Manager' }));
  expect(await rows(staffUser)).toEqual([
    { ...ada, role: 'Manager', created_at: '2026-03-01T09:00:00+00:00' },
  ]);
});

test('signing in changes nothing', async () => {
  const rows = await given(happened('StaffUserSignedIn', { user_id: 'u1', session_id: 's' }));
  expect(await rows(staffUser)).toEqual([]);
});
