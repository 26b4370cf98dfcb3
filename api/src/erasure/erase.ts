import { setTimeout as pause } from 'node:timers/promises';
import type { ErasedKind } from '@landline/event-schemas';
import { requestRebuild } from '@landline/projections/admin';
import type { Origin } from '../commands/commands.ts';
import type { Deps } from '../deps.ts';
import { executeOnUser, loadAccount } from '../identity/accounts.ts';
import { clearOutbox } from './clear-outbox.ts';
import { destroyKeys, noteErasure } from './ledger.ts';
import { readModelsOf } from './subjects.ts';

type Needs = Pick<Deps, 'commands' | 'config' | 'log' | 'pg'>;

const POLL_MS = 100;

/**
 * Destroys the keys, and with them every copy that can be opened: first in the ledger, so that a crash afterwards cannot
 * lose it. Repeating it is safe.
 */
export async function destroySubjects(
  { config, pg }: Pick<Needs, 'config' | 'pg'>,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return;
  await noteErasure(config.DATA_DIR, subjects);
  await destroyKeys(pg, subjects);
}

/** Builds every read model again that has opened what is erased: of subjects of these kinds. */
export async function rebuildWithout(
  { pg, log }: Pick<Needs, 'pg' | 'log'>,
  kinds: readonly string[],
): Promise<void> {
  const models = readModelsOf(kinds);
  log.info({ kinds, models }, 'Keys were destroyed; read models are built again');
  await Promise.all(models.map((name) => builtAgain(pg, name)));
}

/** What a user's account keeps beside the log: nobody signs in with it any more. */
export async function closeAccount(
  { commands, pg, config }: Needs,
  kind: ErasedKind,
  id: string,
  origin: Origin,
): Promise<void> {
  if (kind !== 'staffUser' && kind !== 'clientUser') return;
  const ref = { kind: kind === 'staffUser' ? ('staff' as const) : ('client' as const), id };
  const account = await loadAccount(commands, ref);
  if (account) {
    await clearOutbox(config.DATA_DIR, [account.email, ...account.formerEmails]);
    await executeOnUser(
      (decider, execution) => commands.execute(decider, { ...execution, ...origin }),
      ref,
      { type: 'deactivate' },
      origin.actor,
    );
  }
  for (const table of ['session', 'link', 'totp', 'credential'])
    await pg.query(`DELETE FROM api.${table} WHERE user_id = $1`, [id]);
}

/** Until a generation that was begun after now serves, and every older row is gone. */
async function builtAgain(pg: Needs['pg'], projector: string): Promise<void> {
  const generations = async () => {
    const { rows } = await pg.query<{ oldest: number; newest: number; asked: boolean }>(
      `SELECT min(generation) AS oldest, max(generation) AS newest,
         EXISTS (SELECT FROM read.projector_request WHERE projector = $1 AND kind = 'rebuild') AS asked
       FROM read.checkpoint WHERE projector = $1`,
      [projector],
    );
    return rows[0];
  };
  const before = (await generations())?.newest ?? 0;
  for (;;) {
    const now = await generations();
    if (now && now.oldest > before) return;
    // One that was being built already may have opened what is erased: it does not count.
    if (now && !now.asked && now.newest <= before) await requestRebuild(pg, projector);
    await pause(POLL_MS);
  }
}
