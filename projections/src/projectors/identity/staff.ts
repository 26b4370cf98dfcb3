import type { StaffRole } from '@landline/event-schemas';
import { type Change, type Projector, patch, put } from '../../projector.ts';
import { boolean, nullable, table, text, timestamp } from '../../table.ts';

export const staffUser = table('staff_user', {
  key: ['user_id'],
  columns: {
    user_id: text(),
    email: text(),
    first_name: text(),
    last_name: text(),
    role: text<StaffRole>(),
    active: boolean(),
    /** Time of the last deactivation. */
    deactivated_at: nullable(timestamp()),
    /** Time of the last change from SuperAdmin to another role. */
    demoted_at: nullable(timestamp()),
    /** Invited, without a password yet. */
    pending: boolean(),
    two_factor: boolean(),
    last_login: nullable(timestamp()),
    created_at: timestamp(),
  },
});

type StaffUserChanges = Parameters<typeof patch<typeof staffUser>>[2];
const change = ({ user_id }: { user_id: string }, set: StaffUserChanges): Change =>
  patch(staffUser, { user_id }, set);

export const staff: Projector<'staff'> = {
  name: 'staff',
  version: 3,
  tables: [staffUser],
  on: {
    StaffUserCreated: ({ data, metadata }) =>
      put(staffUser, {
        ...data,
        active: true,
        deactivated_at: null,
        demoted_at: null,
        pending: false,
        two_factor: false,
        last_login: null,
        created_at: metadata.at,
      }),
    StaffUserInvited: ({ data }) => change(data, { pending: true }),
    StaffUserSetupCompleted: ({ data }) => change(data, { pending: false }),
    StaffUserPasswordReset: ({ data }) => change(data, { pending: false }),
    StaffUserEmailChanged: ({ data }) => change(data, { email: data.email }),
    StaffUserRenamed: ({ data }) => change(data, { first_name: data.first_name, last_name: data.last_name }),
    StaffUserRoleChanged: ({ data, metadata }) =>
      change(data, {
        role: data.role,
        ...(data.previous_role === 'SuperAdmin' && { demoted_at: metadata.at }),
      }),
    StaffUserDeactivated: ({ data, metadata }) =>
      change(data, { active: false, deactivated_at: metadata.at }),
    StaffUserReactivated: ({ data }) => change(data, { active: true }),
    StaffUserTwoFactorEnabled: ({ data }) => change(data, { two_factor: true }),
    StaffUserTwoFactorDisabled: ({ data }) => change(data, { two_factor: false }),
    StaffUserSignedIn: ({ data, metadata }) => change(data, { last_login: metadata.at }),
  },
  audience: () => [],
};
