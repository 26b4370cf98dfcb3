import { type StaffRole, streams } from '@landline/event-schemas';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { notFound } from '../http/errors.ts';
import { type Route, route } from '../http/route.ts';
import { executeOnUser, loadAccount } from './accounts.ts';
import { done, invitedAnswer, staffAnswer, staffChangeBody, staffInvitationBody } from './contract.ts';
import { allStaff, superAdminIds } from './directory.ts';
import { type StaffUserCommand, staffUser } from './staff-user.ts';
import { inviteStaffUser } from './users.ts';

const MAY = ['SuperAdmin'] as const;
const staffId = z.object({ id: z.string().max(200) });

/** Of commands that may take a SuperAdmin away, among the database's advisory locks. */
const LOCK = 4_216_010;

/** Staff, as a SuperAdmin administers them. */
export function staffAdminRoutes(deps: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/staff',
      may: MAY,
      summary: 'All staff',
      response: staffAnswer,
      reads: ['staff'],
      handle: async () => ({ staff: await allStaff(deps.pool) }),
    }),
    route({
      method: 'POST',
      path: '/api/staff/invitations',
      may: MAY,
      summary: 'Invite a member of staff',
      body: staffInvitationBody,
      response: invitedAnswer,
      async handle({ body: { firstName, lastName, email, role }, actor, correlationId, execute, newId }) {
        const user_id = newId('staff user');
        const user = { user_id, email, first_name: firstName, last_name: lastName, role };
        await inviteStaffUser(deps, user, { actor, correlationId }, execute);
        return { success: true, message: `Invitation sent successfully to ${email}!`, id: user_id };
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/staff/:id',
      may: MAY,
      summary: "Change the role of a member of staff, deactivate, reactivate; ends that one's sessions",
      params: staffId,
      body: staffChangeBody,
      response: done,
      reads: ['staff'],
      async handle({ params: { id }, body: { role, active }, execute }) {
        const command: StaffUserCommand = {
          type: 'administer',
          ...(role !== undefined && { role }),
          ...(active !== undefined && { active }),
        };
        const run = async () => {
          const { events } = await execute(staffUser, { stream: streams.staffUser(id), command });
          const ends = events.some(({ type }) => type !== 'StaffUserReactivated');
          if (ends) await deps.sessions.endAllOf(id, 'access_changed');
        };
        await (takesAway(role, active) ? whileOneRemains(deps, id, run) : run());
        return { success: true, message: 'Staff member updated successfully' };
      },
    }),
    route({
      method: 'POST',
      path: '/api/staff/:id/send-password-reset',
      may: MAY,
      summary: 'Send a link for a new password, or the invitation again',
      params: staffId,
      response: done,
      async handle({ params: { id }, actor, execute }) {
        if (!(await loadAccount(deps.commands, { kind: 'staff', id }))) throw notFound();
        await executeOnUser(execute, { kind: 'staff', id }, { type: 'request_password_reset' }, actor);
        return { success: true, message: 'Password reset email sent successfully' };
      },
    }),
  ];
}

const takesAway = (role: StaffRole | undefined, active: boolean | undefined) =>
  active === false || (role !== undefined && role !== 'SuperAdmin');

/**
 * Runs what takes a SuperAdmin away, one at a time, and only while another one remains who can sign in. The read
 * model says where to look, the streams say what is so: one that is behind refuses too much, never too little.
 */
async function whileOneRemains(
  { pool, pg, commands }: Deps,
  id: string,
  run: () => Promise<void>,
): Promise<void> {
  const isSuperAdmin = async (each: string) => {
    const account = await loadAccount(commands, { kind: 'staff', id: each });
    return account?.actor.role === 'SuperAdmin' && account.isActive && !account.isPending;
  };
  const anotherRemains = async () => {
    for (const other of await superAdminIds(pool))
      if (other !== id && (await isSuperAdmin(other))) return true;
    return false;
  };
  const connection = await pg.connect();
  try {
    const { rows } = await connection.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      LOCK,
    ]);
    if (!rows[0]?.taken) throw atTheSameTime();
    try {
      if ((await isSuperAdmin(id)) && !(await anotherRemains())) throw lastSuperAdmin();
      await run();
    } finally {
      await connection.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    }
  } finally {
    connection.release();
  }
}

const atTheSameTime = () =>
  new DomainError('conflict', 'CONFLICT', 'Someone else changed this at the same time. Please try again.');
const lastSuperAdmin = () =>
  new DomainError(
    'rule_broken',
    'LAST_SUPERADMIN',
    'The last active SuperAdmin keeps the role. Make somebody else SuperAdmin first.',
  );
