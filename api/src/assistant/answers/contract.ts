import { z } from 'zod';

/**
 * Passages that a client's pages can have: ten for each page of the largest listed plan. An index of this size, with vectors,
 * fits the memory that a process has for all indexes.
 */
export const MAX_CLIENT_PASSAGES = 25_000;

/** Source of a sentence; the text refers to `number` as `[1]`. */
export const citation = z.object({
  number: z.int().min(1),
  pageId: z.string(),
  url: z.string(),
  /** Address that opens the page at the quote. */
  link: z.string(),
  title: z.string(),
  /** Heading above the passage, or empty. */
  heading: z.string(),
  /** Verbatim text of the passage. */
  quote: z.string(),
});
export type Citation = z.infer<typeof citation>;

/** A message of the earlier conversation. */
export const turn = z.object({ role: z.enum(['user', 'assistant']), text: z.string() });
export type Turn = z.infer<typeof turn>;

/** Origin of an answer. */
export interface Writing {
  /** Null if the answer was quoted from pages. */
  readonly model: string | null;
  /** Tokens of all model calls, including those whose text was dropped; null if none of them reported it. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Served from the cache. */
  readonly cached: boolean;
}
export const QUOTED_FROM_PAGES: Writing = {
  model: null,
  inputTokens: null,
  outputTokens: null,
  cached: false,
};

/**
 * Part of a streamed answer: text to append, then citations or suggested questions, then the result. `answered` is false if
 * the client's pages do not contain the answer; the text says so. Text is never retracted.
 */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'citations'; readonly citations: readonly Citation[] }
  /** Questions close to the visitor's that the pages do answer, best first. */
  | { readonly type: 'suggestions'; readonly suggestions: readonly string[] }
  | {
      readonly type: 'done';
      readonly confidence: number;
      readonly answered: boolean;
      readonly writing: Writing;
    };

/** Maximum length of a question, in characters. */
export const QUESTION_LENGTH = 2_000;

/** POST /api/ai/chat (spec 002 §7). */
export const staffChatBody = z.object({
  message: z.string().trim().min(1).max(QUESTION_LENGTH),
  userId: z.string().max(100).optional(),
  clientId: z.string().max(100),
  history: z.array(turn).max(20).default([]),
});
/** Server-sent events of the console; without streaming they are merged, with the texts joined as `message`. */
export interface ConsoleEvents {
  text: { text: string };
  citations: { citations: readonly Citation[] };
  suggestions: { suggestions: readonly string[] };
  done: {
    confidence: number;
    answered: boolean;
    /** Null if the answer was quoted from pages. */
    model: string | null;
    cached: boolean;
    firstTokenMs: number;
  };
}

/** Reply if the pages do not contain the answer; the widget then offers a form to leave a message. */
export const DO_NOT_KNOW =
  "I don't know: I could not find that on our pages. You can leave a message, and a person will get back to you.";
