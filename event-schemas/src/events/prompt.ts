import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { promptType } from '../vocabulary.ts';

const aPrompt = z.object({ prompt_id: z.string(), client_id: z.string() });
const said = { prompt_type: promptType, content: z.string() };

/** What a client's assistant is told beside its pages (spec 002 §3). */
export const promptEvents = {
  PromptAdded: defineEvent({ data: aPrompt.extend(said) }),
  PromptChanged: defineEvent({ data: aPrompt.extend(said) }),
  /** A rollback brought it back, as it was and in its place among the others. */
  PromptRestored: defineEvent({ data: aPrompt.extend({ ...said, added_at: z.iso.datetime() }) }),
  PromptDeleted: defineEvent({ data: aPrompt }),
};
