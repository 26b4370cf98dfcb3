import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { promptType } from '../vocabulary.ts';

const promptRef = z.object({ prompt_id: z.string(), client_id: z.string() });
const promptContent = { prompt_type: promptType, content: z.string() };

/** A client's own instructions for its assistant (spec 002 §3). */
export const promptEvents = {
  PromptAdded: defineEvent({ data: promptRef.extend(promptContent) }),
  PromptChanged: defineEvent({ data: promptRef.extend(promptContent) }),
  /** A rollback restored the prompt at its former place in the list. */
  PromptRestored: defineEvent({ data: promptRef.extend({ ...promptContent, added_at: z.iso.datetime() }) }),
  PromptDeleted: defineEvent({ data: promptRef }),
};
