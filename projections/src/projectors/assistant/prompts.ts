import type { PromptType } from '@landline/event-schemas';
import { type Projector, patch, put, remove } from '../../projector.ts';
import { type RowOf, table, text, timestamp } from '../../table.ts';

export const clientPrompt = table('client_prompt', {
  key: ['prompt_id'],
  columns: {
    prompt_id: text(),
    client_id: text(),
    prompt_type: text<PromptType>(),
    content: text(),
    created_at: timestamp(),
    changed_at: timestamp(),
  },
  indexes: { client_prompt_by_client: '(generation, client_id, created_at)' },
});
export type ClientPromptRow = RowOf<typeof clientPrompt>;

/** Instructions of clients' assistants beyond their pages. */
export const prompts: Projector<'prompts'> = {
  name: 'prompts',
  version: 1,
  tables: [clientPrompt],
  on: {
    PromptAdded: ({ data, metadata: { at } }) =>
      put(clientPrompt, { ...data, created_at: at, changed_at: at }),
    PromptChanged: ({ data: { prompt_id, prompt_type, content }, metadata: { at } }) =>
      patch(clientPrompt, { prompt_id }, { prompt_type, content, changed_at: at }),
    PromptRestored: ({ data: { added_at, ...data }, metadata: { at } }) =>
      put(clientPrompt, { ...data, created_at: added_at, changed_at: at }),
    PromptDeleted: ({ data: { prompt_id } }) => remove(clientPrompt, { prompt_id }),
  },
  // Only staff see how an assistant is instructed.
  audience: () => [],
};
