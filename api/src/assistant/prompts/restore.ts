import { type EventData, streams } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';
import { type DocumentChange, defineRestorer } from '../../platform/commands/document-restorer.ts';
import { clientPromptOf } from './client-prompt.ts';
import type { ClientPrompt } from './contract.ts';
import { isSameContent, type Prompt, type PromptEvent, prompt } from './prompt.ts';

interface RestorePrompt {
  prompt_id: string;
  /** Null if the system version has no such prompt. */
  restored: EventData<'PromptRestored'> | null;
}

/** Decides the events that bring a prompt back to its state in a system version. */
export const restoredPrompt: Decider<Prompt, RestorePrompt, PromptEvent> = {
  initialState: prompt.initialState,
  evolve: prompt.evolve,

  decide({ prompt_id, restored }, state) {
    if (restored === null) {
      return state ? [{ type: 'PromptDeleted', data: { prompt_id, client_id: state.client_id } }] : [];
    }
    if (!state) return [{ type: 'PromptRestored', data: restored }];
    const { added_at: _, ...data } = restored;
    if (isSameContent(state, data)) return [];
    return [{ type: 'PromptChanged', data }];
  },
};

type PromptContent = Pick<EventData<'PromptRestored'>, 'prompt_type' | 'content' | 'based_on'>;

const promptOf = ({ id, client_id }: DocumentChange, content: unknown) =>
  content === null ? null : { prompt_id: id, client_id: client_id ?? '', ...(content as PromptContent) };

/** Returns the prompt that a rollback would restore; undefined if it would delete the prompt. */
export function promptOfDocument(change: DocumentChange): ClientPrompt | undefined {
  const restored = promptOf(change, change.after);
  if (!restored) return undefined;
  const at = change.added_at.toISOString();
  return clientPromptOf(restored, at, at);
}

/** Restores prompts. A prompt's document is its whole state, so its stream is not read. */
export const promptDocuments = {
  prompt: defineRestorer(restoredPrompt, {
    stream: ({ id }) => streams.prompt(id),
    commandsFor: ([change]) => {
      const data = promptOf(change, change.after);
      return [
        { prompt_id: change.id, restored: data && { ...data, added_at: change.added_at.toISOString() } },
      ];
    },
    known: (change) => ({
      state: promptOf(change, change.before) ?? undefined,
      revision: change.revision,
    }),
  }),
};
