import { type RecordedEvent, streams } from '@landline/event-schemas';
import { transaction } from '@landline/runtime/postgres/transaction';
import { conflict, DomainError } from '../../platform/errors.ts';
import type { Execute } from '../../platform/http/route.ts';
import type { IdentityPorts } from '../ports.ts';
import { hasOtherSuperAdmin, isActiveSuperAdmin } from './active-super-admins.ts';
import { type AdministerCommand, staffUser, type UndoableStaffEvent, undoOfStaff } from './staff-user.ts';

/** Advisory lock of commands that may remove a SuperAdmin. */
const LOCK = 4_216_010;

/**
 * Changes a staff member's role or activity, and ends the sessions and operator tokens of a user whose access changes. Throws
 * `LAST_SUPERADMIN` instead of removing the last active SuperAdmin.
 */
export async function administerStaff(
  ports: IdentityPorts,
  id: string,
  command: AdministerCommand,
  execute: Execute,
  causationId?: string,
): Promise<void> {
  const stream = streams.staffUser(id);
  const run = async () => {
    const { events } = await execute(staffUser, { stream, command, causationId });
    const ends = events.some(({ type }) => type !== 'StaffUserReactivated');
    if (!ends) return;
    await ports.sessions.endAllOf(id, 'access_changed');
    await ports.operatorTokens.revokeAllForUser(id);
  };
  await (mayRemoveSuperAdmin(command) ? unlessLastSuperAdmin(ports, id, run) : run());
}

/** Undoes a role or activity change. Throws `CHANGED_SINCE` if it has changed again. */
export async function undoStaff(
  ports: IdentityPorts,
  event: UndoableStaffEvent & Pick<RecordedEvent, 'id'>,
  execute: Execute,
): Promise<void> {
  await administerStaff(ports, event.data.user_id, undoOfStaff(event), execute, event.id);
}

const mayRemoveSuperAdmin = ({ role, active }: AdministerCommand) =>
  active === false || (role !== undefined && role !== 'SuperAdmin');

/**
 * Runs a change that may remove a SuperAdmin, one at a time. Throws `LAST_SUPERADMIN` unless another SuperAdmin can sign in,
 * and a conflict while another such change is running.
 */
export async function unlessLastSuperAdmin(
  ports: Pick<IdentityPorts, 'commands' | 'pg' | 'pool'>,
  id: string,
  run: () => Promise<void>,
): Promise<void> {
  await transaction(ports.pg, async (connection) => {
    const { rows } = await connection.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1) AS taken',
      [LOCK],
    );
    if (!rows[0]?.taken) throw conflict({ stream: streams.staffUser(id) });
    if ((await isActiveSuperAdmin(ports.commands, id)) && !(await hasOtherSuperAdmin(ports, id)))
      throw lastSuperAdminError();
    await run();
  });
}

export const lastSuperAdminError = () =>
  new DomainError(
    'rule_broken',
    'LAST_SUPERADMIN',
    'The last active SuperAdmin must keep the role. Make another user a SuperAdmin first.',
  );
