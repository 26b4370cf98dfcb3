import { type DomainEvent, type EventData, streams } from '@landline/event-schemas';
import type { Commands, Origin } from '../commands/commands.ts';
import type { Decider } from '../commands/decider.ts';
import { isOver, rollbackRunning, systemVersion } from './system-version.ts';

/** The rollback that may run; undefined before the first. */
type Turn = EventData<'SystemRollbackClaimed'> | undefined;

/** `now`, in ISO 8601; `over`: the rollback that held it and is no more, which only its version's stream tells. */
interface ClaimTurn {
  claim: EventData<'SystemRollbackClaimed'>;
  over: string | undefined;
  now: string;
}

/** One rollback at a time: all claim the same stream, whose revision lets one of them through. */
export const rollbackTurn: Decider<Turn, ClaimTurn, DomainEvent<'SystemRollbackClaimed'>> = {
  initialState: undefined,
  toldByLastEvent: true,
  evolve: (_, { data }) => data,

  decide({ claim, over, now }, state) {
    const isOwn = state?.rollback_id === claim.rollback_id;
    if (isOwn && now < state.expires_at) return [];
    if (state && !isOwn && state.rollback_id !== over) throw rollbackRunning();
    return [{ type: 'SystemRollbackClaimed', data: claim }];
  },
};

/** How long a claim stands before its rollback has to have begun: who claimed it may have died. */
const CLAIM_MS = 30_000;

/** Throws `ROLLBACK_RUNNING` while another rollback has the turn. Repeating it is harmless. */
export async function claimTurn(
  commands: Commands,
  { version_id, rollback_id }: { version_id: string; rollback_id: string },
  { actor, correlationId }: Origin,
): Promise<void> {
  const at = Date.now();
  const now = new Date(at).toISOString();
  const stream = streams.rollback();
  const { state: held } = await commands.load(rollbackTurn, stream);
  const command = {
    claim: { version_id, rollback_id, expires_at: new Date(at + CLAIM_MS).toISOString() },
    over: held && (await isNoMore(commands, held, now)) ? held.rollback_id : undefined,
    now,
  };
  await commands.execute(rollbackTurn, { stream, command, actor, correlationId });
}

async function isNoMore(commands: Commands, held: NonNullable<Turn>, now: string): Promise<boolean> {
  const { state } = await commands.load(systemVersion, streams.systemVersion(held.version_id));
  return isOver(state, held.rollback_id) ?? held.expires_at <= now;
}

/** Whether it may restore. One that began under an earlier release claimed nothing. */
export async function hasTurn(commands: Commands, rollback_id: string): Promise<boolean> {
  const { state } = await commands.load(rollbackTurn, streams.rollback());
  return state === undefined || state.rollback_id === rollback_id;
}
