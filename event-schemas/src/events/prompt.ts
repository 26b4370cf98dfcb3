import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { key, time } from '../fields.ts';
import { promptType } from '../vocabulary.ts';

const promptRef = z.object({ prompt_id: key(), client_id: key() });

/** Page that an approved answer is based on; when its text changes, the answer is due for review. */
const basedOn = z.object({ page_id: key(), url: z.string() });

const promptContent = { prompt_type: promptType, content: z.string(), based_on: basedOn.optional() };

/** Visitor's question that an answer was written for, and whether the assistant's own answer was right. */
const judged = z.object({ conversation_id: key(), question_id: key(), is_right: z.boolean() }).optional();

/** A client's own instructions and answers for its assistant (spec 002 §3). */
export const promptEvents = {
  PromptAdded: defineEvent({ data: promptRef.extend({ ...promptContent, judged }) }),
  PromptChanged: defineEvent({ data: promptRef.extend({ ...promptContent, judged }) }),
  /** The answer is still right after a change of the page that it is based on. */
  PromptConfirmed: defineEvent({ data: promptRef }),
  /** A rollback restored the prompt at its former place in the list. */
  PromptRestored: defineEvent({ data: promptRef.extend({ ...promptContent, added_at: time() }) }),
  PromptDeleted: defineEvent({ data: promptRef }),
};
