import type { Commands } from '../../platform/commands/commands.ts';
import type { IdentityPorts } from '../ports.ts';
import { superAdminIds } from './directory.ts';
import { loadAccount } from './load-account.ts';

/** Returns whether a user is a SuperAdmin who can sign in. */
export async function isActiveSuperAdmin(commands: Pick<Commands, 'load'>, id: string): Promise<boolean> {
  const account = await loadAccount(commands, { kind: 'staff', id });
  return account?.actor.role === 'SuperAdmin' && account.isActive && !account.isPending;
}

/**
 * Returns whether a SuperAdmin besides this user can sign in. Candidates come from the read model and are verified by their
 * streams, so a lagging read model can only miss a new SuperAdmin.
 */
export async function hasOtherSuperAdmin(
  { pool, commands }: Pick<IdentityPorts, 'pool' | 'commands'>,
  id: string,
): Promise<boolean> {
  for (const other of await superAdminIds(pool))
    if (other !== id && (await isActiveSuperAdmin(commands, other))) return true;
  return false;
}
