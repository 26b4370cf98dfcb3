import { liveKey } from '../../../shared/live/live-key.ts';

export const clientAdminKeys = {
  all: liveKey(['client-admins'], 'clients'),
  list: () => ['client-admins', 'list'],
  one: (adminId: string) => ['client-admins', 'one', adminId],
};
