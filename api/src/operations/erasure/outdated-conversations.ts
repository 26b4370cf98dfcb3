import type { DomainEvent, EventData } from '@landline/event-schemas';
import { type Decider, dataOf } from '../../platform/commands/decider.ts';

/** The running erasure with its last batch. */
type Run = EventData<'OutdatedConversationsFound'> | undefined;

type Command =
  | ({ type: 'find' } & Pick<
      EventData<'OutdatedConversationsFound'>,
      'client_id' | 'run_id' | 'days' | 'subjects'
    >)
  | { type: 'finish' };

/** Erasure of conversations past their retention, batch by batch. */
export const outdatedConversations: Decider<
  Run,
  Command,
  DomainEvent<'OutdatedConversationsFound' | 'OutdatedConversationsErased'>
> = {
  initialState: undefined,
  readsLastEventOnly: true,
  evolve: (_run, event) => (event.type === 'OutdatedConversationsFound' ? event.data : undefined),
  decide(command, run) {
    if (command.type === 'finish') {
      if (!run) return [];
      const { subjects: _, ...data } = run;
      return [{ type: 'OutdatedConversationsErased', data }];
    }
    const found = dataOf(command);
    const count = (kind: string) => found.subjects.filter((subject) => subject.startsWith(`${kind}:`)).length;
    const data = {
      ...found,
      run_id: run?.run_id ?? found.run_id,
      conversations: (run?.conversations ?? 0) + count('conversation'),
      left_messages: (run?.left_messages ?? 0) + count('leftMessage'),
    };
    return [{ type: 'OutdatedConversationsFound', data }];
  },
};
