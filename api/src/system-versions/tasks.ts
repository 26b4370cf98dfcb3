import { SYSTEM, streams } from '@landline/event-schemas';
import { z } from 'zod';
import { nameUuid } from '../commands/ids.ts';
import type { Deps } from '../deps.ts';
import { defineReactor } from '../reactors/reactor.ts';
import type { Task } from '../reactors/tasks.ts';
import { untilProjected } from '../reactors/until-projected.ts';
import { versionOfNow } from './create.ts';
import { differencesTo } from './documents.ts';
import { restoreDocuments } from './restore.ts';
import { systemVersion } from './system-version.ts';

const rollbackJob = z.object({ version_id: z.string(), rollback_id: z.string(), event_id: z.string() });

export const systemVersionReactor = defineReactor({
  name: 'system-versions',
  on: {
    SystemRollbackRequested: ({ id, data: { version_id, rollback_id } }) => {
      const payload: z.infer<typeof rollbackJob> = { version_id, rollback_id, event_id: id };
      return [{ task: 'system-versions.roll-back', payload, queue: 'system-versions' }];
    },
  },
});

/** What a worker that was away missed within a day is made up for. */
const options = { backfillPeriod: 24 * 60 * 60 * 1_000 };

/** Every night, and on the night to Sunday. */
export const systemVersionCron = [
  { task: 'system-versions.daily', match: '30 2 * * *', options },
  { task: 'system-versions.weekly', match: '45 2 * * 0', options },
];

/** Others may go on changing what is being restored: it is looked at again, so often in one go. */
const MOST_ROUNDS = 10;

export function systemVersionTasks(deps: Deps): Record<string, Task> {
  return {
    'system-versions.roll-back': (payload) => rollBack(deps, rollbackJob.parse(payload)),
    'system-versions.daily': (payload) => createScheduled(deps, 'daily-auto', payload),
    'system-versions.weekly': (payload) => createScheduled(deps, 'weekly-auto', payload),
  };
}

/**
 * Makes the configuration the version's again. What is left to do is read from the read model, never remembered: a job
 * that died in the middle goes on where it was.
 */
async function rollBack(
  { commands, eventStore, pg, log }: Deps,
  { version_id, rollback_id, event_id }: z.infer<typeof rollbackJob>,
): Promise<void> {
  const stream = streams.systemVersion(version_id);
  const { state } = await commands.load(systemVersion, stream);
  if (state?.rollback !== rollback_id) return;
  const origin = { actor: SYSTEM, correlationId: rollback_id, causationId: event_id };
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const head = await eventStore.head();
    await untilProjected(pg, 'system-versions', head);
    const differences = await differencesTo(pg, BigInt(state.position));
    if (differences.length === 0) {
      const command = { type: 'finish_rollback', rollback_id, as_of: String(head) } as const;
      await commands.execute(systemVersion, { stream, command, ...origin });
      log.info({ version_id, rollback_id, round }, 'The configuration was rolled back');
      return;
    }
    await restoreDocuments(commands, differences, origin);
  }
  throw new Error('The configuration goes on changing; the rollback is tried again');
}

const DESCRIPTIONS = { 'daily-auto': 'Daily automatic backup', 'weekly-auto': 'Weekly automatic backup' };

/** One for each day it is asked for, however often. */
async function createScheduled(deps: Deps, kind: keyof typeof DESCRIPTIONS, payload: unknown): Promise<void> {
  const { _cron } = z.object({ _cron: z.object({ ts: z.iso.datetime() }) }).parse(payload);
  const version_name = `${kind}-${_cron.ts.slice(0, 10)}`;
  const version_id = nameUuid('system version', version_name);
  const description = DESCRIPTIONS[kind];
  await deps.commands.execute(systemVersion, {
    stream: streams.systemVersion(version_id),
    command: await versionOfNow(deps, { version_id, version_name, description, kind }),
    actor: SYSTEM,
    correlationId: version_id,
  });
}
