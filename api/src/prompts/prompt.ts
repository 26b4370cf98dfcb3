import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';

export type PromptEvent = DomainEvent<'PromptAdded' | 'PromptChanged' | 'PromptRestored' | 'PromptDeleted'>;

/** Undefined until added, and again when it was deleted. */
export type Prompt = EventData<'PromptAdded'> | undefined;

export type PromptCommand =
  | ({ type: 'add' } & EventData<'PromptAdded'>)
  | ({ type: 'change' } & EventData<'PromptChanged'>)
  | ({ type: 'delete' } & EventData<'PromptDeleted'>);

/** What a client's assistant is told beside its pages (spec 002 §2). */
export const prompt: Decider<Prompt, PromptCommand, PromptEvent> = {
  initialState: undefined,

  evolve(_, event) {
    return event.type === 'PromptDeleted' ? undefined : event.data;
  },

  decide(command, state) {
    const { type, ...data } = command;
    if (command.type === 'add') {
      return state ? [] : [{ type: 'PromptAdded', data: data as EventData<'PromptAdded'> }];
    }
    // Another client's prompt is none that is known here.
    if (state?.client_id !== command.client_id) throw promptUnknown();
    if (command.type === 'delete') return [{ type: 'PromptDeleted', data }];
    const { prompt_type, content } = command;
    if (state.prompt_type === prompt_type && state.content === content) return [];
    return [{ type: 'PromptChanged', data: data as EventData<'PromptChanged'> }];
  },
};

export const promptUnknown = () =>
  new DomainError('not_found', 'PROMPT_UNKNOWN', 'The requested resource was not found.');
