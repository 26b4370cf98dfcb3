import { z } from 'zod';

/** Where a sentence of an answer stands: `number` is how the text refers to it, as `[1]`. */
export const citation = z.object({
  number: z.int().min(1),
  pageId: z.string(),
  url: z.string(),
  title: z.string(),
  /** The heading above the passage; empty where there is none. */
  heading: z.string(),
  /** The passage's own words. */
  quote: z.string(),
});
export type Citation = z.infer<typeof citation>;

/** Who said what before, oldest first: a question may lean on it. */
export const turn = z.object({ role: z.enum(['user', 'assistant']), text: z.string() });
export type Turn = z.infer<typeof turn>;

/** Who wrote an answer, and what it took. */
export interface Writing {
  /** The model that wrote it; null: it is quoted from the pages. */
  readonly model: string | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** It had been given before, and nothing that it rests on has changed since. */
  readonly cached: boolean;
}
export const QUOTED_FROM_PAGES: Writing = {
  model: null,
  inputTokens: null,
  outputTokens: null,
  cached: false,
};

/**
 * A piece of an answer, as it is written: text that is appended to what came before, then what it cites, then how sure
 * it is. `answered` is false when the client's pages do not say: the text then says so. What was told is never taken back.
 */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'citations'; readonly citations: readonly Citation[] }
  | {
      readonly type: 'done';
      readonly confidence: number;
      readonly answered: boolean;
      readonly writing: Writing;
    };

/** The longest question that is read. */
export const QUESTION_LENGTH = 2_000;

/** POST /api/ai/chat (spec 002 §7). */
export const staffChatBody = z.object({
  message: z.string().trim().min(1).max(QUESTION_LENGTH),
  userId: z.string().max(100).optional(),
  clientId: z.string().max(100),
  history: z.array(turn).max(20).default([]),
});
/** What staff are told as an answer is written, or all at once with the texts joined as `message`. */
export interface ConsoleEvents {
  text: { text: string };
  citations: { citations: readonly Citation[] };
  done: {
    confidence: number;
    answered: boolean;
    /** The model that wrote it; null: it is quoted from the pages. */
    model: string | null;
    cached: boolean;
    firstTokenMs: number;
  };
}

/** Said when the client's pages do not tell; whoever shows it offers a way to leave a message. */
export const DO_NOT_KNOW =
  "I don't know: I could not find that on our pages. You can leave a message, and a person will get back to you.";
