import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { conversationSource } from '../vocabulary.ts';

const ofConversation = (data: Record<string, unknown>) => `conversation:${data.conversation_id}`;
const ofLeftMessage = (data: Record<string, unknown>) => `leftMessage:${data.message_id}`;

const aQuestion = z.object({
  conversation_id: z.string(),
  client_id: z.string(),
  question_id: z.string(),
});

/** A page that an answer rests on. */
const citation = z.object({ number: z.int(), title: z.string(), url: z.string() });

/** What visitors ask, what they are answered, and what they leave for people to read. */
export const conversationEvents = {
  ConversationStarted: defineEvent({
    data: z.object({
      conversation_id: z.string(),
      client_id: z.string(),
      source: conversationSource,
      /** The site that the widget stands on; null on our own screens. */
      domain: z.string().nullable(),
      locale: z.string(),
    }),
  }),
  /** The client vouches, by its signature, for who is asking. `user_key` finds the user's conversations, and tells nothing. */
  VisitorIdentified: defineEvent({
    data: z.object({
      conversation_id: z.string(),
      client_id: z.string(),
      user_key: z.string(),
      user_id: z.string(),
    }),
    personal: [{ fields: ['user_id'], subject: ofConversation }],
  }),
  QuestionAsked: defineEvent({
    data: aQuestion.extend({
      text: z.string(),
      page_url: z.string().nullable(),
      /** The first level of the content filter that leaves it out, from 1: so it stays when its text is erased. */
      left_out_from: z.int().optional(),
    }),
    personal: [{ fields: ['text', 'page_url'], subject: ofConversation }],
  }),
  QuestionAnswered: defineEvent({
    version: 2,
    data: aQuestion.extend({
      text: z.string(),
      citations: z.array(citation),
      /** 0 to 1. */
      confidence: z.number(),
      /** False: the assistant said that it does not know. */
      answered: z.boolean(),
      /** The visitor did not wait for its end. */
      stopped: z.boolean(),
      first_token_ms: z.int(),
      duration_ms: z.int(),
      /** The model that wrote it; null: it is quoted from the pages. */
      model: z.string().nullable(),
      /** What the model counted; null where no model was asked, or it did not say. */
      input_tokens: z.int().nullable(),
      output_tokens: z.int().nullable(),
      /** It had been given before, and nothing that it rests on has changed since. */
      cached: z.boolean(),
    }),
    upcasters: {
      1: (data) => ({ ...data, model: null, input_tokens: null, output_tokens: null, cached: false }),
    },
    personal: [{ fields: ['text'], subject: ofConversation }],
  }),
  /** No answer came, and the visitor was told so. */
  AnswerFailed: defineEvent({ data: aQuestion }),
  /** Null takes the rating back. */
  AnswerRated: defineEvent({ data: aQuestion.extend({ rating: z.enum(['up', 'down']).nullable() }) }),
  MessageLeft: defineEvent({
    data: z.object({
      message_id: z.string(),
      client_id: z.string(),
      conversation_id: z.string().nullable(),
      domain: z.string().nullable(),
      name: z.string(),
      email: z.string(),
      text: z.string(),
    }),
    personal: [{ fields: ['name', 'email', 'text'], subject: ofLeftMessage }],
  }),
  LeftMessageHandled: defineEvent({ data: z.object({ message_id: z.string(), client_id: z.string() }) }),
  LeftMessageReopened: defineEvent({ data: z.object({ message_id: z.string(), client_id: z.string() }) }),
};
