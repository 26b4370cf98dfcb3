import { goldenFailure, goldenTrigger } from '@landline/event-schemas';
import { z } from 'zod';
import { successResponse } from '../../platform/http/response-contract.ts';
import { answeredQuestion, exchangeRef } from '../prompts/contract.ts';

/** Maximum number of a client's golden questions. */
export const MAX_GOLDEN_QUESTIONS = 100;
const MAX_PHRASES = 10;
const PHRASE_MAX = 200;
const EXPECTATION_REQUIRED = 'Enter the page that the answer must cite, or a phrase that it must contain';

/** Body of POST and PUT /api/ai/golden-questions/client/:clientId. */
export const goldenQuestionBody = z
  .object({
    question: answeredQuestion,
    /** Page that the answer must cite. */
    page_url: z
      .url({ protocol: /^https?$/, error: 'Please enter a valid URL' })
      .max(2_000, 'A URL can have at most 2,000 characters')
      .nullable()
      .default(null),
    /** Phrases that the answer must contain. */
    phrases: z
      .array(z.string().trim().min(1).max(PHRASE_MAX, `A phrase can have at most ${PHRASE_MAX} characters`))
      .max(MAX_PHRASES, `A question can have at most ${MAX_PHRASES} phrases`)
      .default([]),
    /** Visitor's question that was picked as this golden question. */
    exchange: exchangeRef.optional(),
  })
  .refine(({ page_url, phrases }) => page_url !== null || phrases.length > 0, {
    message: EXPECTATION_REQUIRED,
    path: ['page_url'],
  });
export type GoldenQuestionBody = z.input<typeof goldenQuestionBody>;

const goldenResult = z.object({
  run_id: z.string(),
  passed: z.boolean(),
  failures: z.array(goldenFailure),
  /** Expected phrases that the answer lacks. */
  missing: z.array(z.string()),
  answer: z.string(),
  /** `url` is empty if the business wrote the answer. */
  citations: z.array(z.object({ title: z.string(), url: z.string(), link: z.string() })),
  confidence: z.number(),
  judged_at: z.iso.datetime(),
});
export type GoldenResult = z.infer<typeof goldenResult>;

export const goldenQuestion = z.object({
  id: z.string(),
  question: z.string(),
  page_url: z.string().nullable(),
  phrases: z.array(z.string()),
  /** The question was erased with its conversation and is no longer asked. */
  is_erased: z.boolean(),
  /** Null if not asked yet. */
  result: goldenResult.nullable(),
});
export type GoldenQuestion = z.infer<typeof goldenQuestion>;

export const goldenRun = z.object({
  id: z.string(),
  trigger: goldenTrigger,
  requested_at: z.iso.datetime(),
  total: z.int(),
  judged: z.int(),
  passed: z.int(),
  /** Null while running. */
  ended_at: z.iso.datetime().nullable(),
  /** Reason that the run ended early; null otherwise. */
  failure: z.string().nullable(),
});
export type GoldenRun = z.infer<typeof goldenRun>;

/** GET /api/ai/golden-questions/client/:clientId: all questions, failed ones first, and the latest runs, newest first. */
export const goldenQuestionsResponse = z.object({
  questions: z.array(goldenQuestion),
  runs: z.array(goldenRun),
});
export type GoldenQuestions = z.infer<typeof goldenQuestionsResponse>;

export const goldenQuestionSaved = successResponse.extend({ id: z.string() });
/** POST /api/ai/golden-questions/client/:clientId/runs */
export const goldenRunRequested = successResponse.extend({ run_id: z.string(), total: z.int() });
