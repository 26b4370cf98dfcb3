import type { EventData } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import { type Prompt, type PromptEvent, prompt } from './prompt.ts';

/** `restored`: null where there was no such prompt. */
export interface RestorePrompt {
  prompt_id: string;
  restored: EventData<'PromptRestored'> | null;
}

/** A prompt as a system version has it. */
export const restoredPrompt: Decider<Prompt, RestorePrompt, PromptEvent> = {
  initialState: prompt.initialState,
  evolve: prompt.evolve,

  decide({ prompt_id, restored }, state) {
    if (restored === null) {
      return state ? [{ type: 'PromptDeleted', data: { prompt_id, client_id: state.client_id } }] : [];
    }
    if (!state) return [{ type: 'PromptRestored', data: restored }];
    const { added_at: _, ...data } = restored;
    if (state.prompt_type === data.prompt_type && state.content === data.content) return [];
    return [{ type: 'PromptChanged', data }];
  },
};
