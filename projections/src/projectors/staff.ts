import type { StaffRole } from '@landline/event-schemas';
import { type Projector, put } from '../projector.ts';
import { type RowOf, table, text, timestamp } from '../table.ts';

export const staffUser = table('staff_user', {
  key: ['user_id'],
  columns: {
    user_id: text(),
    email: text(),
    first_name: text(),
    last_name: text(),
    role: text<StaffRole>(),
    created_at: timestamp(),
  },
});
export type StaffUserRow = RowOf<typeof staffUser>;

export const staff: Projector = {
  name: 'staff',
  version: 1,
  tables: [staffUser],
  on: {
    StaffUserCreated: ({ data, metadata }) => put(staffUser, { ...data, created_at: metadata.at }),
  },
  audience: () => [],
};
