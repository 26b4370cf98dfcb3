import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';

/** A run that is under way, with the batch that it found last. */
type Run = EventData<'OutdatedConversationsFound'> | undefined;

type Command =
  | ({ type: 'find' } & Pick<
      EventData<'OutdatedConversationsFound'>,
      'client_id' | 'run_id' | 'days' | 'subjects'
    >)
  | { type: 'finish' };

/** The erasure of conversations that a client does not keep any longer: batch after batch, then all of them are gone. */
export const outdatedConversations: Decider<
  Run,
  Command,
  DomainEvent<'OutdatedConversationsFound' | 'OutdatedConversationsErased'>
> = {
  initialState: undefined,
  toldByLastEvent: true,
  evolve: (_run, event) => (event.type === 'OutdatedConversationsFound' ? event.data : undefined),
  decide(command, run) {
    if (command.type === 'finish') {
      if (!run) return [];
      const { subjects: _, ...data } = run;
      return [{ type: 'OutdatedConversationsErased', data }];
    }
    const { type: _, ...found } = command;
    const counted = (kind: string) =>
      found.subjects.filter((subject) => subject.startsWith(`${kind}:`)).length;
    const data = {
      ...found,
      run_id: run?.run_id ?? found.run_id,
      conversations: (run?.conversations ?? 0) + counted('conversation'),
      left_messages: (run?.left_messages ?? 0) + counted('leftMessage'),
    };
    return [{ type: 'OutdatedConversationsFound', data }];
  },
};
