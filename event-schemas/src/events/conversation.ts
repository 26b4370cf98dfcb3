import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { int32, key, milliseconds } from '../fields.ts';
import { conversationSource } from '../vocabulary.ts';

const conversationSubject = (data: Record<string, unknown>) => `conversation:${data.conversation_id}`;
const leftMessageSubject = (data: Record<string, unknown>) => `leftMessage:${data.message_id}`;

const questionRef = z.object({
  conversation_id: key(),
  client_id: key(),
  question_id: key(),
});

/** A page that supports an answer; `url` is empty for a text that the client wrote itself. */
const citation = z.object({
  number: int32(),
  title: z.string(),
  url: z.string(),
  /** Address that opens the page at the quote. */
  link: z.string().optional(),
});

/** Questions, answers and ratings of visitor conversations, and messages left for the client's team. */
export const conversationEvents = {
  ConversationStarted: defineEvent({
    data: z.object({
      conversation_id: key(),
      client_id: key(),
      source: conversationSource,
      /** The website that embeds the widget; null on Landline's own screens. */
      domain: key().nullable(),
      locale: key(),
    }),
  }),
  /**
   * The client's server signed the visitor's user id. `user_key` is an HMAC of the client's id and the user id;
   * conversations are looked up by it.
   */
  VisitorIdentified: defineEvent({
    data: z.object({
      conversation_id: key(),
      client_id: key(),
      user_key: key(),
      user_id: key(),
    }),
    personal: [{ fields: ['user_id'], subject: conversationSubject }],
  }),
  QuestionAsked: defineEvent({
    data: questionRef.extend({
      text: z.string(),
      page_url: z.string().nullable(),
      /**
       * Least strict content filter level that excludes the question: 1 basic, 2 moderate, 3 strict; 4 if none does.
       * Stored because it cannot be recomputed once the text is erased.
       */
      left_out_from: int32().optional(),
    }),
    personal: [{ fields: ['text', 'page_url'], subject: conversationSubject }],
  }),
  QuestionAnswered: defineEvent({
    version: 2,
    data: questionRef.extend({
      text: z.string(),
      citations: z.array(citation),
      /** Questions that the pages do answer, offered instead of an answer. */
      suggestions: z.array(z.string()).optional(),
      confidence: z.number().min(0).max(1),
      /** False if the assistant said that it does not know. */
      answered: z.boolean(),
      /**
       * True if the answer is incomplete: the visitor stopped it or disconnected, or answering failed after the first
       * text.
       */
      stopped: z.boolean(),
      first_token_ms: milliseconds(),
      duration_ms: milliseconds(),
      /** The model that wrote the answer; null if it was quoted from the pages. */
      model: key().nullable(),
      /** Tokens of all model calls, including those whose text was dropped; null if no call reported its tokens. */
      input_tokens: int32().nullable(),
      output_tokens: int32().nullable(),
      /** Served from an earlier answer whose sources have not changed since. */
      cached: z.boolean(),
    }),
    upcasters: {
      1: (data) => ({ ...data, model: null, input_tokens: null, output_tokens: null, cached: false }),
    },
    personal: [{ fields: ['text'], subject: conversationSubject }],
  }),
  /** Answering failed or was stopped before any text was sent. */
  AnswerFailed: defineEvent({ data: questionRef }),
  /** Null withdraws the rating. */
  AnswerRated: defineEvent({ data: questionRef.extend({ rating: z.enum(['up', 'down']).nullable() }) }),
  MessageLeft: defineEvent({
    data: z.object({
      message_id: key(),
      client_id: key(),
      conversation_id: key().nullable(),
      domain: key().nullable(),
      name: z.string(),
      email: z.string(),
      text: z.string(),
    }),
    personal: [{ fields: ['name', 'email', 'text'], subject: leftMessageSubject }],
  }),
  LeftMessageHandled: defineEvent({ data: z.object({ message_id: key(), client_id: key() }) }),
  LeftMessageReopened: defineEvent({ data: z.object({ message_id: key(), client_id: key() }) }),
};
