import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { int32, key } from '../fields.ts';
import { goldenFailure, goldenTrigger } from '../vocabulary.ts';

const goldenRef = z.object({ golden_id: key(), client_id: key() });
const runRef = z.object({
  run_id: key(),
  client_id: key(),
  /** System version whose configuration answers; null for the current configuration. */
  version_id: key().nullable(),
});

/** Returns the subject whose key encrypts a question: the conversation it was picked from, or the question itself. */
const ofGolden = (data: Record<string, unknown>) => `conversation:${data.conversation_id ?? data.golden_id}`;

const goldenQuestion = {
  data: goldenRef.extend({
    question: z.string(),
    /** Page that the answer must cite. */
    page_url: z.string().nullable(),
    /** Phrases that the answer must contain. */
    phrases: z.array(z.string()),
    /** Conversation that the question was picked from, word for word. */
    conversation_id: key().nullable(),
  }),
  personal: [{ fields: ['question'], subject: ofGolden }],
};

/** Questions that test a client's assistant, on `goldenQuestions-{client id}`, and its answers, on `goldenRun-{id}`. */
export const goldenQuestionEvents = {
  GoldenQuestionAdded: defineEvent(goldenQuestion),
  GoldenQuestionChanged: defineEvent(goldenQuestion),
  GoldenQuestionRemoved: defineEvent({ data: goldenRef }),
  /** Replaces a run of the same version that has not ended. */
  GoldenRunRequested: defineEvent({ data: runRef.extend({ trigger: goldenTrigger, total: int32() }) }),
  GoldenQuestionJudged: defineEvent({
    data: runRef.extend({
      golden_id: key(),
      conversation_id: key().nullable(),
      answer: z.string(),
      citations: z.array(z.object({ title: z.string(), url: z.string(), link: z.string() })),
      /** 0 to 1. */
      confidence: z.number(),
      passed: z.boolean(),
      failures: z.array(goldenFailure),
      /** Expected phrases that the answer lacks. */
      missing: z.array(z.string()),
    }),
    personal: [{ fields: ['answer'], subject: ofGolden }],
  }),
  GoldenRunCompleted: defineEvent({
    data: runRef.extend({ total: int32(), passed: int32(), encoder: z.string() }),
  }),
  GoldenRunFailed: defineEvent({ data: runRef.extend({ reason: z.string(), encoder: z.string() }) }),
};
