import { type RecordedEvent, streams } from '@landline/event-schemas';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import type { RouteRequest, Session } from '../http/route.ts';
import { loadAccount } from './accounts.ts';
import { superAdminIds } from './directory.ts';
import { type Administer, type StaffEvent, staffUser, undoOfStaff } from './staff-user.ts';

type Execute = RouteRequest<unknown, unknown, unknown, Session>['execute'];

/** Of commands that may take a SuperAdmin away, among the database's advisory locks. */
const LOCK = 4_216_010;

/**
 * Gives a member of staff another role, deactivates or reactivates; whose access it changes is signed out. Throws
 * `LAST_SUPERADMIN` for the one who has to remain.
 */
export async function administerStaff(
  deps: Deps,
  id: string,
  command: Administer,
  execute: Execute,
  causationId?: string,
): Promise<void> {
  const stream = streams.staffUser(id);
  const run = async () => {
    const { events } = await execute(staffUser, {
      stream,
      command,
      ...(causationId !== undefined && { causationId }),
    });
    const ends = events.some(({ type }) => type !== 'StaffUserReactivated');
    if (ends) await deps.sessions.endAllOf(id, 'access_changed');
  };
  await (takesAway(command) ? whileOneRemains(deps, id, run) : run());
}

/** Takes a role or a deactivation back. Throws `CHANGED_SINCE` when it is otherwise by now. */
export async function undoStaff(
  deps: Deps,
  event: StaffEvent & Pick<RecordedEvent, 'id'>,
  execute: Execute,
): Promise<void> {
  await administerStaff(deps, event.data.user_id, undoOfStaff(event), execute, event.id);
}

const takesAway = ({ role, active }: Administer) =>
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
