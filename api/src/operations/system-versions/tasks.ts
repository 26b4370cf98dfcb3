import { type RecordedEvent, SYSTEM, streams } from '@landline/event-schemas';
import { z } from 'zod';
import { nameUuid } from '../../platform/commands/ids.ts';
import { DomainError, SERVER_ERROR } from '../../platform/errors.ts';
import { cause, defineReactor, type Job, type JobPayload } from '../../platform/reactors/reactor.ts';
import type { Task } from '../../platform/reactors/tasks.ts';
import { waitUntilProjected } from '../../platform/reactors/wait-until-projected.ts';
import type { OperationsPorts } from '../ports.ts';
import { createAutomaticVersion } from './create-version.ts';
import { differencesTo } from './document-differences.ts';
import { DEPLOYED_TASK, deployedJob } from './release.ts';
import { type RestoreResult, restoreDocuments } from './restore.ts';
import { holdsRollbackLock } from './rollback-lock.ts';
import { isRunning, systemVersion } from './system-version.ts';

const rollbackJob = cause.extend({ version_id: z.string(), rollback_id: z.string() });

/** Attempts over some hours before the rollback is recorded as failed; staff can resume it. */
const MAX_ATTEMPTS = 10;

function rollbackJobOf({
  data: { version_id, rollback_id },
}: RecordedEvent<'SystemRollbackRequested' | 'SystemRollbackResumed'>): Job {
  const payload: JobPayload<z.output<typeof rollbackJob>> = { version_id, rollback_id };
  return { task: 'system-versions.roll-back', payload, queue: 'system-versions', maxAttempts: MAX_ATTEMPTS };
}

export const systemVersionReactor = defineReactor({
  name: 'system-versions',
  on: {
    SystemRollbackRequested: (event) => [rollbackJobOf(event)],
    SystemRollbackResumed: (event) => [rollbackJobOf(event)],
  },
});

/** After downtime, a worker creates the versions that it missed within the last day. */
const options = { backfillPeriod: 24 * 60 * 60 * 1_000 };

/** Daily at 02:30 and on Sundays at 02:45. */
export const systemVersionCron = [
  { task: 'system-versions.daily', match: '30 2 * * *', options },
  { task: 'system-versions.weekly', match: '45 2 * * 0', options },
];

/** Maximum passes per attempt; users may change documents while the job restores them. */
const MAX_ROUNDS = 10;
/** Time for the read model to catch up with restored documents, in milliseconds. */
const CATCH_UP_MS = 60_000;

export function systemVersionTasks(ports: OperationsPorts): Record<string, Task> {
  return {
    'system-versions.roll-back': (payload, { job }) =>
      rollBack(ports, rollbackJob.parse(payload), job.attempts >= job.max_attempts),
    [DEPLOYED_TASK]: (payload) => createBeforeDeploy(ports, deployedJob.parse(payload)),
    'system-versions.daily': (payload) => createScheduled(ports, 'daily-auto', payload),
    'system-versions.weekly': (payload) => createScheduled(ports, 'weekly-auto', payload),
  };
}

/**
 * Restores the configuration of a version. The remaining work comes from the read model, so an interrupted job
 * resumes where it stopped. The rollback fails if a document can never be restored or the last attempt fails.
 */
async function rollBack(
  { commands, eventStore, pg, log }: OperationsPorts,
  { version_id, rollback_id, ...cause }: z.output<typeof rollbackJob>,
  isLastAttempt: boolean,
): Promise<void> {
  const stream = streams.systemVersion(version_id);
  const origin = { actor: SYSTEM, ...cause };
  const currentState = async () => (await commands.load(systemVersion, stream)).state;
  const shouldContinue = async () =>
    isRunning(await currentState(), rollback_id) && (await holdsRollbackLock(commands, rollback_id));
  const fail = async (reason: string, remaining: number) => {
    log.warn(
      { event: 'rollback.failed', version_id, rollback_id, remaining, reason },
      'Rollback failed; staff can resume or abandon it',
    );
    const command = { type: 'fail_rollback', rollback_id, reason, remaining } as const;
    await commands.execute(systemVersion, { stream, command, ...origin });
  };
  let remaining = 0;
  try {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const state = await currentState();
      if (!state || !isRunning(state, rollback_id)) return;
      const head = await eventStore.head();
      await waitUntilProjected(pg, 'system-versions', head, CATCH_UP_MS);
      const differences = await differencesTo(pg, BigInt(state.position));
      remaining = differences.length;
      if (remaining === 0) {
        const command = { type: 'finish_rollback', rollback_id, as_of: String(head) } as const;
        await commands.execute(systemVersion, { stream, command, ...origin });
        log.info({ event: 'rollback.finished', version_id, rollback_id, round }, 'Configuration rolled back');
        return;
      }
      if (!(await holdsRollbackLock(commands, rollback_id))) return await fail(SUPERSEDED, remaining);
      const restoration = await restoreDocuments(commands, differences, origin, shouldContinue);
      if (restoration.appended === 0 && (await shouldContinue()))
        return await fail(reasonOf(restoration), remaining);
    }
    throw new DomainError(
      'conflict',
      'CONFIGURATION_CHANGING',
      'The configuration keeps changing during the rollback.',
    );
  } catch (error) {
    if (!isLastAttempt) throw error;
    log.error(
      { event: 'rollback.attempts_exhausted', err: error, version_id, rollback_id },
      'Rollback failed on its last attempt',
    );
    await fail(error instanceof DomainError ? error.message : SERVER_ERROR, remaining);
  }
}

/** Reason for the failure of a rollback that lost the lock to a later rollback. */
const SUPERSEDED = 'Another rollback has started.';

/** Names the first rejected document and counts the others. */
function reasonOf({ rejected }: RestoreResult): string {
  const [first, ...others] = rejected;
  if (!first) return 'Nothing is left to restore, but the configuration still differs from the version.';
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${first.documentId}: ${first.reason}${more}`;
}

const DESCRIPTIONS = { 'daily-auto': 'Daily automatic backup', 'weekly-auto': 'Weekly automatic backup' };

/** Creates one version per day, even if the job repeats. */
async function createScheduled(
  ports: OperationsPorts,
  kind: keyof typeof DESCRIPTIONS,
  payload: unknown,
): Promise<void> {
  const { _cron } = z.object({ _cron: z.object({ ts: z.iso.datetime() }) }).parse(payload);
  const version_name = `${kind}-${_cron.ts.slice(0, 10)}`;
  const version_id = nameUuid('system version', version_name);
  await createAutomaticVersion(ports, { version_id, version_name, description: DESCRIPTIONS[kind], kind });
}

/** Keeps the configuration as it was when a new release started. */
async function createBeforeDeploy(
  ports: OperationsPorts,
  { release, position }: z.infer<typeof deployedJob>,
): Promise<void> {
  const kind = 'git-deploy';
  const version_id = nameUuid('system version', kind, release, position);
  const version_name = `${kind}-${release}`;
  const description = `Before the deploy of ${release}`;
  await createAutomaticVersion(ports, { version_id, version_name, description, kind }, BigInt(position));
}
