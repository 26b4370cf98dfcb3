import { type RecordedEvent, SYSTEM, streams } from '@landline/event-schemas';
import { z } from 'zod';
import { nameUuid } from '../commands/ids.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { type Asked, cause, defineReactor, type Job } from '../reactors/reactor.ts';
import type { Task } from '../reactors/tasks.ts';
import { untilProjected } from '../reactors/until-projected.ts';
import { versionAt } from './create.ts';
import { differencesTo } from './documents.ts';
import { DEPLOYED, deployedJob } from './release.ts';
import { type Restored, restoreDocuments } from './restore.ts';
import { isRunning, systemVersion } from './system-version.ts';
import { hasTurn } from './turn.ts';

const rollbackJob = cause.extend({ version_id: z.string(), rollback_id: z.string() });

/** Within some hours a store that was away is back; then the rollback is told as failed, and can be resumed. */
const MOST_ATTEMPTS = 10;

function rollbackJobOf({
  data: { version_id, rollback_id },
}: RecordedEvent<'SystemRollbackRequested' | 'SystemRollbackResumed'>): Job {
  const payload: Asked<z.output<typeof rollbackJob>> = { version_id, rollback_id };
  return { task: 'system-versions.roll-back', payload, queue: 'system-versions', maxAttempts: MOST_ATTEMPTS };
}

export const systemVersionReactor = defineReactor({
  name: 'system-versions',
  on: {
    SystemRollbackRequested: (event) => [rollbackJobOf(event)],
    SystemRollbackResumed: (event) => [rollbackJobOf(event)],
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
/** What was restored is read again before it is said to be done: the read model may take a while to know of it. */
const CATCHING_UP_MS = 60_000;

export function systemVersionTasks(deps: Deps): Record<string, Task> {
  return {
    'system-versions.roll-back': (payload, { job }) =>
      rollBack(deps, rollbackJob.parse(payload), job.attempts >= job.max_attempts),
    [DEPLOYED]: (payload) => createBeforeDeploy(deps, deployedJob.parse(payload)),
    'system-versions.daily': (payload) => createScheduled(deps, 'daily-auto', payload),
    'system-versions.weekly': (payload) => createScheduled(deps, 'weekly-auto', payload),
  };
}

/**
 * Makes the configuration the version's again. What is left to do is read from the read model, never remembered: a job
 * that died in the middle goes on where it was. What can never be restored ends it as failed, and so does the last attempt.
 */
async function rollBack(
  { commands, eventStore, pg, log }: Deps,
  { version_id, rollback_id, ...cause }: z.output<typeof rollbackJob>,
  isLastAttempt: boolean,
): Promise<void> {
  const stream = streams.systemVersion(version_id);
  const origin = { actor: SYSTEM, ...cause };
  const stateNow = async () => (await commands.load(systemVersion, stream)).state;
  const isWanted = async () =>
    isRunning(await stateNow(), rollback_id) && (await hasTurn(commands, rollback_id));
  const fail = async (reason: string, remaining: number) => {
    log.warn({ version_id, rollback_id, remaining }, 'The rollback failed');
    const command = { type: 'fail_rollback', rollback_id, reason, remaining } as const;
    await commands.execute(systemVersion, { stream, command, ...origin });
  };
  let remaining = 0;
  try {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const state = await stateNow();
      if (!state || !isRunning(state, rollback_id)) return;
      const head = await eventStore.head();
      await untilProjected(pg, 'system-versions', head, CATCHING_UP_MS);
      const differences = await differencesTo(pg, BigInt(state.position));
      remaining = differences.length;
      if (remaining === 0) {
        const command = { type: 'finish_rollback', rollback_id, as_of: String(head) } as const;
        await commands.execute(systemVersion, { stream, command, ...origin });
        log.info({ version_id, rollback_id, round }, 'The configuration was rolled back');
        return;
      }
      if (!(await hasTurn(commands, rollback_id))) return await fail(ANOTHER, remaining);
      const restored = await restoreDocuments(commands, differences, origin, isWanted);
      if (restored.appended === 0 && (await isWanted())) return await fail(reasonOf(restored), remaining);
    }
    throw new DomainError('conflict', 'CONFIGURATION_CHANGING', 'The configuration goes on changing.');
  } catch (error) {
    if (!isLastAttempt) throw error;
    log.error({ err: error, version_id, rollback_id }, 'The rollback was tried for the last time');
    await fail(error instanceof DomainError ? error.message : SERVER_ERROR, remaining);
  }
}

/** It began so long after it was asked for that its turn had passed to another. */
const ANOTHER = 'Another rollback has begun meanwhile.';
const SERVER_ERROR = 'Server error. Please try again later.';

/** The first that was refused, for a person to read; the others are named by how many they are. */
function reasonOf({ refused }: Restored): string {
  const [first, ...others] = refused;
  if (!first) return 'Nothing is left to restore, and yet the configuration is not as the version has it.';
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${first.difference.document_id}: ${first.reason}${more}`;
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
    command: await versionAt(deps, { version_id, version_name, description, kind }),
    actor: SYSTEM,
    correlationId: version_id,
  });
}

/** What was configured when other code began to run. */
async function createBeforeDeploy(
  deps: Deps,
  { release, position }: z.infer<typeof deployedJob>,
): Promise<void> {
  const kind = 'git-deploy';
  const version_id = nameUuid('system version', kind, release, position);
  const version_name = `${kind}-${release}`;
  const description = `Before the deploy of ${release}`;
  const wanted = { version_id, version_name, description, kind } as const;
  await deps.commands.execute(systemVersion, {
    stream: streams.systemVersion(version_id),
    command: await versionAt(deps, wanted, BigInt(position)),
    actor: SYSTEM,
    correlationId: version_id,
  });
}
