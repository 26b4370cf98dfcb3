import { expect, test } from 'vitest';
import { projectorSpec, recorded } from '../../testing/projector-spec.ts';
import { staff, staffUser } from './staff.ts';

const { given } = projectorSpec(staff);
const user_id = 'u1';
const ada = { user_id, email: 'ada@example.com', first_name: 'Ada', last_name: 'Hill' } as const;
const created = recorded('StaffUserCreated', { ...ada, role: 'Manager' });

test('lists a new staff user', async () => {
  const rows = await given(created);
  expect(await rows(staffUser)).toEqual([
    {
      ...ada,
      role: 'Manager',
      active: true,
      deactivated_at: null,
      demoted_at: null,
      pending: false,
      two_factor: false,
      last_login: null,
      created_at: '2026-03-01T09:00:00+00:00',
    },
  ]);
});

test('marks an invited user as pending until the password is set', async () => {
  const invited = recorded('StaffUserInvited', { user_id });
  expect(await (await given(created, invited))(staffUser)).toMatchObject([{ pending: true }]);
  const rows = await given(created, invited, recorded('StaffUserSetupCompleted', { user_id }));
  expect(await rows(staffUser)).toMatchObject([{ pending: false }]);
});

test('records sign-ins, deactivation, and changes of name, email address, role and two-factor', async () => {
  const rows = await given(
    created,
    recorded('StaffUserSignedIn', { user_id, session_id: 's' }, { at: '2026-03-02T09:00:00.000Z' }),
    recorded('StaffUserRenamed', { user_id, first_name: 'A.', last_name: 'Hill' }),
    recorded('StaffUserEmailChanged', { user_id, email: 'a@example.com', previous_email: ada.email }),
    recorded('StaffUserRoleChanged', { user_id, role: 'Admin', previous_role: 'Manager' }),
    recorded('StaffUserTwoFactorEnabled', { user_id }),
    recorded('StaffUserDeactivated', { user_id }, { at: '2026-03-03T09:00:00.000Z' }),
  );
  expect(await rows(staffUser)).toMatchObject([
    {
      first_name: 'A.',
      email: 'a@example.com',
      role: 'Admin',
      two_factor: true,
      active: false,
      deactivated_at: '2026-03-03T09:00:00+00:00',
      demoted_at: null,
      last_login: '2026-03-02T09:00:00+00:00',
    },
  ]);
});

test('keeps the time at which a user stopped being a SuperAdmin', async () => {
  const roleChange = (previous_role: 'SuperAdmin' | 'Admin', role: 'SuperAdmin' | 'Admin', at: string) =>
    recorded('StaffUserRoleChanged', { user_id, role, previous_role }, { at });
  const rows = await given(
    created,
    roleChange('Admin', 'SuperAdmin', '2026-03-02T09:00:00.000Z'),
    roleChange('SuperAdmin', 'Admin', '2026-03-03T09:00:00.000Z'),
    roleChange('Admin', 'SuperAdmin', '2026-03-04T09:00:00.000Z'),
  );
  expect(await rows(staffUser)).toMatchObject([
    { role: 'SuperAdmin', demoted_at: '2026-03-03T09:00:00+00:00' },
  ]);
});
