import { SYSTEM, streams } from '@landline/event-schemas';
import { nameUuid } from '../commands/ids.ts';
import type { Deps } from '../deps.ts';
import { staffUser } from './staff-user.ts';
import { createStaffUser } from './users.ts';

/**
 * The first start's SuperAdmin (DESIGN §2). The id follows from the log's, so processes that start together make
 * one and the same, and a start after a crash finishes it. Once it is there, later values of SUPERADMIN_EMAIL and
 * SUPERADMIN_PASSWORD change nothing.
 */
export async function ensureSuperAdmin(deps: Deps): Promise<void> {
  const { SUPERADMIN_EMAIL, SUPERADMIN_PASSWORD: password } = deps.config;
  const user_id = nameUuid('first SuperAdmin', deps.logId);
  const { state } = await deps.commands.load(staffUser, streams.staffUser(user_id));
  const email = state?.email ?? SUPERADMIN_EMAIL;
  if (email === undefined || password === undefined) return;
  await createStaffUser(
    deps,
    { user_id, email, password, first_name: 'Super', last_name: 'Admin', role: 'SuperAdmin' },
    { actor: SYSTEM, correlationId: user_id },
  );
}
