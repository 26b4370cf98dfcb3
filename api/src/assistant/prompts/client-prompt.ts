import type { EventData } from '@landline/event-schemas';
import type { ClientPrompt } from './contract.ts';

/** Returns a prompt as the API shows it, without a pending review. */
export const clientPromptOf = (
  { prompt_id, client_id, prompt_type, content, based_on }: EventData<'PromptChanged'>,
  created_at: string,
  updated_at: string,
): ClientPrompt => ({
  id: prompt_id,
  client_id,
  prompt_type,
  prompt_content: content,
  page_url: based_on?.url ?? null,
  review_since: null,
  created_at,
  updated_at,
});
