import { type DomainEvent, type EventData, streams } from '@landline/event-schemas';
import type { Commands, Origin } from '../../platform/commands/commands.ts';
import type { Decider } from '../../platform/commands/decider.ts';
import { isFinished, rollbackRunning, systemVersion } from './system-version.ts';

/** Holder of the lock; undefined before the first rollback. */
type Holder = EventData<'SystemRollbackClaimed'> | undefined;

interface ClaimLock {
  claim: EventData<'SystemRollbackClaimed'>;
  /** Id of the previous holder if it has ended, which only its version's stream shows. */
  endedHolder: string | undefined;
  /** ISO 8601. */
  now: string;
}

/** Allows one rollback at a time: all claim the same stream, whose expected revision admits only one of them. */
export const rollbackLock: Decider<Holder, ClaimLock, DomainEvent<'SystemRollbackClaimed'>> = {
  initialState: undefined,
  readsLastEventOnly: true,
  evolve: (_, { data }) => data,

  decide({ claim, endedHolder, now }, state) {
    const isOwn = state?.rollback_id === claim.rollback_id;
    if (isOwn && now < state.expires_at) return [];
    if (state && !isOwn && state.rollback_id !== endedHolder) throw rollbackRunning();
    return [{ type: 'SystemRollbackClaimed', data: claim }];
  },
};

/** Time within which a claimed rollback must begin, in milliseconds; afterwards its process counts as crashed. */
const CLAIM_MS = 30_000;

/** Acquires the lock for a rollback; throws `ROLLBACK_RUNNING` while another one holds it. Idempotent. */
export async function acquireRollbackLock(
  commands: Commands,
  { version_id, rollback_id }: { version_id: string; rollback_id: string },
  { actor, correlationId }: Origin,
): Promise<void> {
  const at = Date.now();
  const now = new Date(at).toISOString();
  const stream = streams.rollback();
  const { state: holder } = await commands.load(rollbackLock, stream);
  const command = {
    claim: { version_id, rollback_id, expires_at: new Date(at + CLAIM_MS).toISOString() },
    endedHolder: holder && (await hasEnded(commands, holder, now)) ? holder.rollback_id : undefined,
    now,
  };
  await commands.execute(rollbackLock, { stream, command, actor, correlationId });
}

async function hasEnded(commands: Commands, holder: NonNullable<Holder>, now: string): Promise<boolean> {
  const { state } = await commands.load(systemVersion, streams.systemVersion(holder.version_id));
  return isFinished(state, holder.rollback_id) ?? holder.expires_at <= now;
}

/**
 * Returns whether a rollback holds the lock. Earlier releases had no lock, so an unclaimed lock belongs to any rollback.
 */
export async function holdsRollbackLock(commands: Commands, rollback_id: string): Promise<boolean> {
  const { state } = await commands.load(rollbackLock, streams.rollback());
  return state === undefined || state.rollback_id === rollback_id;
}
