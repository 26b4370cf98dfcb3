import type { EventData, PromptType, RecordedEvent } from '@landline/event-schemas';
import {
  append,
  type Change,
  clientAudience,
  type Projector,
  patch,
  put,
  remove,
  sql,
} from '../../projector.ts';
import { integer, nullable, table, text, timestamp } from '../../table.ts';

export const clientPrompt = table('client_prompt', {
  key: ['prompt_id'],
  columns: {
    prompt_id: text(),
    client_id: text(),
    prompt_type: text<PromptType>(),
    content: text(),
    /** Page that the answer is based on. */
    page_id: nullable(text()),
    page_url: nullable(text()),
    /** First change of that page after the answer was last written or confirmed. */
    review_since: nullable(timestamp()),
    created_at: timestamp(),
    changed_at: timestamp(),
  },
  indexes: {
    client_prompt_by_client: '(generation, client_id, created_at)',
    client_prompt_by_page: '(generation, page_id) WHERE page_id IS NOT NULL',
  },
});

/** Each wording of a prompt; the key is the revision of the event in the prompt's stream. */
export const clientPromptVersion = table('client_prompt_version', {
  key: ['prompt_id', 'revision'],
  columns: {
    prompt_id: text(),
    revision: integer(),
    client_id: text(),
    content: text(),
    page_url: nullable(text()),
    at: timestamp(),
    actor_id: text(),
  },
});

type PromptContent = Pick<EventData<'PromptAdded'>, 'prompt_type' | 'content' | 'based_on'>;

const versionOf = ({
  data,
  metadata,
  revision,
}: RecordedEvent<'PromptAdded' | 'PromptChanged' | 'PromptRestored'>): Change =>
  append(clientPromptVersion, {
    prompt_id: data.prompt_id,
    revision: Number(revision),
    client_id: data.client_id,
    content: data.content,
    page_url: data.based_on?.url ?? null,
    at: metadata.at,
    actor_id: metadata.actor.id,
  });

const contentOf = ({ prompt_type, content, based_on }: PromptContent) => ({
  prompt_type,
  content,
  page_id: based_on?.page_id ?? null,
  page_url: based_on?.url ?? null,
  review_since: null,
});

const addPrompt = (event: RecordedEvent<'PromptAdded' | 'PromptRestored'>, created_at: string): Change[] => {
  const { data, metadata } = event;
  const { prompt_id, client_id } = data;
  const row = { prompt_id, client_id, ...contentOf(data), created_at, changed_at: metadata.at };
  return [put(clientPrompt, row), versionOf(event)];
};

type PageEvent = Pick<RecordedEvent, 'metadata'> & { readonly data: { readonly page_id: string } };

/** Marks the answers based on a page for review. */
const reviewAnswersOf = ({ data: { page_id }, metadata: { at } }: PageEvent): Change =>
  sql(
    `UPDATE read.client_prompt SET review_since = $3
     WHERE generation = $1 AND page_id = $2 AND review_since IS NULL`,
    page_id,
    at,
  );

/** Instructions and answers of clients' assistants beyond their pages. */
export const prompts: Projector<'prompts'> = {
  name: 'prompts',
  version: 2,
  tables: [clientPrompt, clientPromptVersion],
  on: {
    PromptAdded: (event) => addPrompt(event, event.metadata.at),
    PromptChanged: (event) => {
      const { data, metadata } = event;
      const change = { ...contentOf(data), changed_at: metadata.at };
      return [patch(clientPrompt, { prompt_id: data.prompt_id }, change), versionOf(event)];
    },
    PromptConfirmed: ({ data: { prompt_id } }) => patch(clientPrompt, { prompt_id }, { review_since: null }),
    PromptRestored: (event) => addPrompt(event, event.data.added_at),
    PromptDeleted: ({ data: { prompt_id } }) => remove(clientPrompt, { prompt_id }),
    PageScraped: (event) => (event.data.changed ? reviewAnswersOf(event) : []),
    PageIgnored: reviewAnswersOf,
    PageBlacklisted: reviewAnswersOf,
    PageDeleted: reviewAnswersOf,
  },
  audience: clientAudience,
};
