import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { int32, key, milliseconds } from '../fields.ts';
import { conversationSource } from '../vocabulary.ts';

const ofConversation = (data: Record<string, unknown>) => `conversation:${data.conversation_id}`;
const ofLeftMessage = (data: Record<string, unknown>) => `leftMessage:${data.message_id}`;

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

/** Visitors' questions, the answers, and messages left for people to read. */
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
   * The client vouches for the visitor's identity with its signature. `user_key` finds the user's
   * conversations without revealing the user.
   */
  VisitorIdentified: defineEvent({
    data: z.object({
      conversation_id: key(),
      client_id: key(),
      user_key: key(),
      user_id: key(),
    }),
    personal: [{ fields: ['user_id'], subject: ofConversation }],
  }),
  QuestionAsked: defineEvent({
    data: questionRef.extend({
      text: z.string(),
      page_url: z.string().nullable(),
      /**
       * First level of the content filter (from 1) that leaves the question out; kept so that it survives
       * erasure of the text.
       */
      left_out_from: int32().optional(),
    }),
    personal: [{ fields: ['text', 'page_url'], subject: ofConversation }],
  }),
  QuestionAnswered: defineEvent({
    version: 2,
    data: questionRef.extend({
      text: z.string(),
      citations: z.array(citation),
      /** Questions that the pages do answer, offered instead of an answer. */
      suggestions: z.array(z.string()).optional(),
      /** 0 to 1. */
      confidence: z.number().min(0).max(1),
      /** False if the assistant said that it does not know. */
      answered: z.boolean(),
      /** The visitor stopped the answer. */
      stopped: z.boolean(),
      first_token_ms: milliseconds(),
      duration_ms: milliseconds(),
      /** The model that wrote the answer; null if it was quoted from the pages. */
      model: key().nullable(),
      /** Tokens of all model calls, including those whose text was dropped; null if none of them reported it. */
      input_tokens: int32().nullable(),
      output_tokens: int32().nullable(),
      /** Served from an earlier answer whose sources have not changed since. */
      cached: z.boolean(),
    }),
    upcasters: {
      1: (data) => ({ ...data, model: null, input_tokens: null, output_tokens: null, cached: false }),
    },
    personal: [{ fields: ['text'], subject: ofConversation }],
  }),
  /** No text was sent: answering failed, or the visitor stopped it before the first text. */
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
    personal: [{ fields: ['name', 'email', 'text'], subject: ofLeftMessage }],
  }),
  LeftMessageHandled: defineEvent({ data: z.object({ message_id: key(), client_id: key() }) }),
  LeftMessageReopened: defineEvent({ data: z.object({ message_id: key(), client_id: key() }) }),
};
