import type { DomainEvent } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';

type Retention = { readonly days: number | null };

/** A client's conversation retention, in days; null for no limit. */
export const retention: Decider<
  Retention,
  { client_id: string; days: number | null },
  DomainEvent<'ConversationRetentionSet'>
> = {
  initialState: { days: null },
  evolve: (_state, { data: { days } }) => ({ days }),
  decide: (command, { days }) =>
    days === command.days ? [] : [{ type: 'ConversationRetentionSet', data: command }],
};
