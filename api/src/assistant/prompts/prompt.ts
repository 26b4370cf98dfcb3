import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';
import { notFound } from '../../platform/errors.ts';

export type PromptEvent = DomainEvent<'PromptAdded' | 'PromptChanged' | 'PromptRestored' | 'PromptDeleted'>;

/** Undefined before it is added and after it is deleted. */
export type Prompt = EventData<'PromptAdded'> | undefined;

export type PromptCommand =
  | ({ type: 'add' } & EventData<'PromptAdded'>)
  | ({ type: 'change' } & EventData<'PromptChanged'>)
  | ({ type: 'delete' } & EventData<'PromptDeleted'>);

/** Custom prompt of a client's assistant (spec 002 §2). */
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
    // A prompt of another client is treated as unknown.
    if (state?.client_id !== command.client_id) throw promptUnknown();
    if (command.type === 'delete') return [{ type: 'PromptDeleted', data }];
    const { prompt_type, content } = command;
    if (state.prompt_type === prompt_type && state.content === content) return [];
    return [{ type: 'PromptChanged', data: data as EventData<'PromptChanged'> }];
  },
};

export const promptUnknown = () => notFound('PROMPT_UNKNOWN');
