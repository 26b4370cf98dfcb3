import type { DomainEvent, EventData } from '@landline/event-schemas';
import { type Decider, dataOf } from '../../platform/commands/decider.ts';
import { notFound } from '../../platform/errors.ts';

export type PromptEvent = DomainEvent<
  'PromptAdded' | 'PromptChanged' | 'PromptConfirmed' | 'PromptRestored' | 'PromptDeleted'
>;

/** State of a prompt; undefined before it is added and after it is deleted. */
export type Prompt = EventData<'PromptChanged'> | undefined;

type PromptCommand =
  | ({ type: 'add' } & EventData<'PromptAdded'>)
  | ({ type: 'change' } & EventData<'PromptChanged'>)
  | ({ type: 'confirm' } & EventData<'PromptConfirmed'>)
  | ({ type: 'delete' } & EventData<'PromptDeleted'>);

/** Custom prompt of a client's assistant (spec 002 §2) or approved answer. */
export const prompt: Decider<Prompt, PromptCommand, PromptEvent> = {
  initialState: undefined,

  evolve(state, event) {
    if (event.type === 'PromptConfirmed') return state;
    return event.type === 'PromptDeleted' ? undefined : event.data;
  },

  decide(command, state) {
    if (command.type === 'add') return state ? [] : [{ type: 'PromptAdded', data: dataOf(command) }];
    // A prompt of another client is treated as unknown.
    if (state?.client_id !== command.client_id) throw promptUnknown();
    if (command.type === 'delete') return [{ type: 'PromptDeleted', data: dataOf(command) }];
    if (command.type === 'confirm') return [{ type: 'PromptConfirmed', data: dataOf(command) }];
    if (isSameContent(state, command) && command.judged === undefined) return [];
    return [{ type: 'PromptChanged', data: dataOf(command) }];
  },
};

type PromptContent = Pick<EventData<'PromptChanged'>, 'prompt_type' | 'content' | 'based_on'>;

export const isSameContent = (a: PromptContent, b: PromptContent): boolean =>
  a.prompt_type === b.prompt_type && a.content === b.content && a.based_on?.url === b.based_on?.url;

export const promptUnknown = () => notFound('PROMPT_UNKNOWN');
