import { z } from 'zod';

/**
 * Maximum number of passages per client: ten for each of the Pro plan's 2,500 pages. An index of this size, with vectors, stays
 * within a process's index memory limit.
 */
export const MAX_CLIENT_PASSAGES = 25_000;

/** Source of a sentence; the text refers to it by its number, as in `[1]`. */
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

/** Model, tokens and cache use of an answer. */
export interface AnswerOrigin {
  /** Model that wrote the answer or reported that the sources contain no answer; null if no model did either. */
  readonly model: string | null;
  /** Tokens of all model calls, including those whose text was dropped; null if no call reported its usage. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Served from the cache. */
  readonly cached: boolean;
}
export const NO_MODEL: AnswerOrigin = {
  model: null,
  inputTokens: null,
  outputTokens: null,
  cached: false,
};

/**
 * Part of a streamed answer: text to append, then citations or suggested questions, then the result. `answered` is false if
 * no answer was confident enough or the model found none; the text says so. Text is never retracted.
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
      readonly origin: AnswerOrigin;
    };

/** Maximum length of a visitor's message, in characters. */
export const MAX_MESSAGE_LENGTH = 2_000;

/** Fields of POST /api/ai/chat that only staff set, in the console (spec 002 §7). */
export const staffChatFields = z.object({
  clientId: z.string().max(100).optional(),
  history: z.array(turn).max(20).optional(),
});

/**
 * Server-sent events of the console. Without streaming, the response is one object with the fields of all events; their texts are
 * joined in `message`.
 */
export interface ConsoleEvents {
  text: { text: string };
  citations: { citations: readonly Citation[] };
  suggestions: { suggestions: readonly string[] };
  done: {
    confidence: number;
    answered: boolean;
    /** Model that wrote the answer or reported that the sources contain no answer; null if no model did either. */
    model: string | null;
    cached: boolean;
    firstTokenMs: number;
  };
}
