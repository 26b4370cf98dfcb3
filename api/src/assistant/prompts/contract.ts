import { promptType } from '@landline/event-schemas';
import { z } from 'zod';

/** Validation messages of spec 002 §5. */
const TYPE_REQUIRED = 'Please select a prompt type';
const CONTENT_REQUIRED = 'Please enter prompt content';
/** Maximum length of a prompt, in characters; a model receives the guidance of all prompts with every question. */
export const CONTENT_MAX = 4_000;
/** Maximum number of a client's prompts that are not FAQ prompts. */
export const MAX_PROMPTS = 30;
/** Maximum number of a client's FAQ prompts, approved answers included. */
export const MAX_FAQ_PROMPTS = 300;

/** POST and PUT /api/ai/client-prompts/:clientId (spec 002 §7). `client_id` is optional and must match the path. */
export const promptBody = z.object({
  prompt_type: z.enum(promptType.enum, TYPE_REQUIRED),
  prompt_content: z
    .string(CONTENT_REQUIRED)
    .trim()
    .min(1, CONTENT_REQUIRED)
    .max(CONTENT_MAX, `A prompt can have at most ${CONTENT_MAX.toLocaleString('en')} characters`),
  client_id: z.string().max(100).optional(),
});
export type PromptBody = z.input<typeof promptBody>;

/** Prompt of a client's assistant (spec 002 §3). */
export const clientPrompt = z.object({
  id: z.string(),
  client_id: z.string(),
  prompt_type: promptType,
  prompt_content: z.string(),
  /** Page that the answer is based on. */
  page_url: z.string().nullable(),
  /** Time since when the answer needs a review because that page changed; null if it needs none. */
  review_since: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type ClientPrompt = z.infer<typeof clientPrompt>;

/** GET /api/ai/client-prompts/:clientId, oldest first. */
export const promptsResponse = z.array(clientPrompt);

export const ANSWERED_QUESTION_MAX = 300;
export const answeredQuestion = z
  .string()
  .trim()
  .min(1, 'Enter the question')
  .max(ANSWERED_QUESTION_MAX, `A question can have at most ${ANSWERED_QUESTION_MAX} characters`);

/** A visitor's question with its answer. */
export const exchangeRef = z.object({
  conversationId: z.string().max(100),
  questionId: z.string().max(100),
});

const ANSWER_MAX = 2_000;

/** Body of POST and PUT /api/ai/approved-answers/client/:clientId. */
export const approvedAnswerBody = z.object({
  question: answeredQuestion,
  answer: z
    .string()
    .trim()
    .min(1, 'Enter the answer')
    .max(ANSWER_MAX, `An answer can have at most ${ANSWER_MAX.toLocaleString('en')} characters`),
  /** Page that the answer is based on. */
  page_url: z.url('Please enter a valid URL').max(2_000).nullable().default(null),
  /** Exchange that this answer was written for; the assistant's answer in it is judged against this one. */
  exchange: exchangeRef.optional(),
});
export type ApprovedAnswerBody = z.input<typeof approvedAnswerBody>;

/** An FAQ prompt that answers one question; the assistant gives the answer word for word. */
export const approvedAnswer = clientPrompt
  .pick({ id: true, page_url: true, review_since: true, created_at: true, updated_at: true })
  .extend({ question: z.string(), answer: z.string() });
export type ApprovedAnswer = z.infer<typeof approvedAnswer>;

/** GET /api/ai/approved-answers/client/:clientId: those due for review first, then by question. */
export const approvedAnswersResponse = z.array(approvedAnswer);

/** GET /api/ai/approved-answers/client/:clientId/:promptId/versions, newest first. */
export const approvedAnswerVersions = z.array(
  approvedAnswer
    .pick({ question: true, answer: true, page_url: true })
    .extend({ at: z.iso.datetime(), by: z.string().nullable() }),
);
export type ApprovedAnswerVersions = z.infer<typeof approvedAnswerVersions>;
