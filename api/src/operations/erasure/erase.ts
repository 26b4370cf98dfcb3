import { setTimeout as pause } from 'node:timers/promises';
import type { ErasedKind } from '@landline/event-schemas';
import { requestRebuild } from '@landline/projections/admin';
import { unlessLastSuperAdmin } from '../../identity/users/administer-staff.ts';
import { executeOnUser, loadAccount } from '../../identity/users/load-account.ts';
import type { Origin } from '../../platform/commands/commands.ts';
import { executeAs } from '../../platform/http/route.ts';
import type { OperationsPorts } from '../ports.ts';
import { clearOutbox } from './clear-outbox.ts';
import { destroyKeys, recordErasure } from './ledger.ts';
import { purgeStorage } from './purge-storage.ts';
import { readModelsOf, tablesOf } from './subjects.ts';

type Ports = Pick<OperationsPorts, 'commands' | 'config' | 'log' | 'pg'>;
type AccountPorts = Pick<OperationsPorts, 'commands' | 'config' | 'pg' | 'pool' | 'operatorTokens'>;

const POLL_MS = 100;

/**
 * Destroys the keys of these subjects, so that no encrypted copy can be read again. Records the subjects in the ledger first:
 * after a crash, the next start destroys their keys. Idempotent.
 */
export async function destroySubjects(
  { config, pg }: Pick<Ports, 'config' | 'pg'>,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return;
  await recordErasure(config.DATA_DIR, subjects);
  await destroyKeys(pg, subjects);
}

/** Rebuilds every read model that may hold decrypted data of subjects of these kinds, and purges the data from disk. */
export async function rebuildReadModels(
  { pg, log, config }: Pick<Ports, 'pg' | 'log' | 'config'>,
  kinds: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const models = readModelsOf(kinds);
  log.info({ event: 'erasure.keys_destroyed', kinds, models }, 'Keys destroyed; rebuilding read models');
  await Promise.all(models.map((name) => rebuild(pg, name, signal)));
  await purgeStorage(config.DATABASE_URL, tablesOf(models), log);
}

/**
 * Deactivates a user's account, revokes its operator tokens, and deletes its credentials, sessions and outbox emails. Throws
 * `LAST_SUPERADMIN` instead of closing the account of the last active SuperAdmin.
 */
export async function closeAccount(
  ports: AccountPorts,
  kind: ErasedKind,
  id: string,
  origin: Origin,
): Promise<void> {
  if (kind !== 'staffUser' && kind !== 'clientUser') return;
  const { commands, pg, config, operatorTokens } = ports;
  const ref = { kind: kind === 'staffUser' ? ('staff' as const) : ('client' as const), id };
  const account = await loadAccount(commands, ref);
  if (account) {
    const deactivate = async () => {
      await executeOnUser(executeAs(commands, origin), ref, { type: 'deactivate' }, origin.actor);
    };
    await (ref.kind === 'staff' ? unlessLastSuperAdmin(ports, id, deactivate) : deactivate());
  }
  await operatorTokens.revokeAllForUser(id);
  for (const table of ['session', 'link', 'totp', 'credential'])
    await pg.query(`DELETE FROM api.${table} WHERE user_id = $1`, [id]);
  // Last: the worker may send emails to the address until the account is inactive.
  if (account) await clearOutbox(config.DATA_DIR, [account.email, ...account.formerEmails]);
}

/** Rebuilds a read model and waits until the new generation is live and older rows are deleted. */
async function rebuild(pg: Ports['pg'], projector: string, signal: AbortSignal | undefined): Promise<void> {
  const generations = async () => {
    const { rows } = await pg.query<{ oldest: number; newest: number; canRequest: boolean }>(
      `SELECT min(generation) AS oldest, max(generation) AS newest,
         max(generation) = (SELECT live_generation FROM read.projector WHERE name = $1)
           AND NOT EXISTS (SELECT FROM read.projector_request WHERE projector = $1 AND kind = 'rebuild')
           AS "canRequest"
       FROM read.checkpoint WHERE projector = $1`,
      [projector],
    );
    return rows[0];
  };
  const before = (await generations())?.newest ?? 0;
  for (;;) {
    const now = await generations();
    if (now && now.oldest > before) return;
    // A rebuild that was already running may have decrypted erased data, so it does not count. It would also discard
    // the request, and each request interrupts it.
    if (now?.canRequest && now.newest <= before) await requestRebuild(pg, projector);
    await pause(POLL_MS, undefined, { signal });
  }
}
