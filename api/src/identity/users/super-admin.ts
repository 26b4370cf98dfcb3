import { SYSTEM, streams } from '@landline/event-schemas';
import { ConfigurationError } from '@landline/runtime/process/environment';
import { nameUuid } from '../../platform/commands/ids.ts';
import { isDomainError } from '../../platform/errors.ts';
import type { IdentityPorts } from '../ports.ts';
import { staffUser } from './staff-user.ts';
import { createStaffUser } from './users.ts';

/**
 * Creates the first SuperAdmin. The id is derived from the log's id, so processes that start together create the same user and
 * a start after a crash completes it. Later values of SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD have no effect.
 */
export async function ensureSuperAdmin(ports: IdentityPorts): Promise<void> {
  const { SUPERADMIN_EMAIL, SUPERADMIN_PASSWORD: password } = ports.config;
  const user_id = nameUuid('first SuperAdmin', ports.logId);
  const { state } = await ports.commands.load(staffUser, streams.staffUser(user_id));
  const email = state?.email ?? SUPERADMIN_EMAIL;
  if (email === undefined || password === undefined) return;
  try {
    await createStaffUser(
      ports,
      { user_id, email, password, first_name: 'Super', last_name: 'Admin', role: 'SuperAdmin' },
      { actor: SYSTEM, correlationId: user_id },
    );
  } catch (error) {
    if (!isDomainError(error, 'PASSWORD_COMMON')) throw error;
    throw new ConfigurationError([['SUPERADMIN_PASSWORD', 'too easy to guess']]);
  }
}
