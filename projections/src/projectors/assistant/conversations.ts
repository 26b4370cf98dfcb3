import type { ConversationSource, EventData, RecordedEvent } from '@landline/event-schemas';
import { type Change, clientAudience, increment, type Projector, patch, put } from '../../projector.ts';
import { boolean, double, integer, jsonb, nullable, table, text, textArray, timestamp } from '../../table.ts';

const conversation = table('conversation', {
  key: ['conversation_id'],
  columns: {
    conversation_id: text(),
    client_id: text(),
    source: text<ConversationSource>(),
    domain: nullable(text()),
    locale: text(),
    /** Identifies the conversations of a user for whom the client vouched. */
    user_key: nullable(text()),
    user_id: nullable(text()),
    started_at: timestamp(),
    last_at: timestamp(),
    question_count: integer(),
    unanswered_count: integer(),
    /** The latest question, for lists. */
    last_question: nullable(text()),
  },
  indexes: {
    conversation_by_client: '(generation, client_id, last_at DESC)',
    conversation_by_user: '(generation, client_id, user_key, last_at DESC)',
  },
});

/** A question with its answer and rating. */
const exchange = table('exchange', {
  key: ['conversation_id', 'question_id'],
  columns: {
    conversation_id: text(),
    question_id: text(),
    client_id: text(),
    question: text(),
    page_url: nullable(text()),
    asked_at: timestamp(),
    /** Null until answered; stays null if answering failed. */
    answer: nullable(text()),
    citations: nullable(jsonb<EventData<'QuestionAnswered'>['citations']>()),
    suggestions: textArray(),
    confidence: nullable(double()),
    answered: nullable(boolean()),
    stopped: nullable(boolean()),
    failed: boolean(),
    rating: nullable(text<'up' | 'down'>()),
    answered_at: nullable(timestamp()),
    /** True if the answer was right, as judged by staff or the client; null if not judged. */
    judged_right: nullable(boolean()),
  },
});

const leftMessage = table('left_message', {
  key: ['message_id'],
  columns: {
    message_id: text(),
    client_id: text(),
    conversation_id: nullable(text()),
    domain: nullable(text()),
    name: text(),
    email: text(),
    text: text(),
    status: text<'open' | 'handled'>(),
    left_at: timestamp(),
    handled_at: nullable(timestamp()),
  },
  indexes: { left_message_by_client: '(generation, client_id, left_at DESC)' },
});

const judgedAnswer = ({ data: { judged } }: RecordedEvent<'PromptAdded' | 'PromptChanged'>): Change[] => {
  if (!judged) return [];
  const { is_right: judged_right, ...key } = judged;
  return [patch(exchange, key, { judged_right })];
};

/** Visitors' questions and messages, for the client and for staff. */
export const conversations: Projector<'conversations'> = {
  name: 'conversations',
  version: 3,
  tables: [conversation, exchange, leftMessage],
  on: {
    ConversationStarted: ({ data, metadata }) =>
      put(conversation, {
        ...data,
        user_key: null,
        user_id: null,
        started_at: metadata.at,
        last_at: metadata.at,
        question_count: 0,
        unanswered_count: 0,
        last_question: null,
      }),
    VisitorIdentified: ({ data: { conversation_id, user_key, user_id } }) =>
      patch(conversation, { conversation_id }, { user_key, user_id }),
    QuestionAsked: ({ data: { text: question, left_out_from: _, ...data }, metadata }) => {
      const { conversation_id } = data;
      return [
        put(exchange, {
          ...data,
          question,
          asked_at: metadata.at,
          answer: null,
          citations: null,
          suggestions: [],
          confidence: null,
          answered: null,
          stopped: null,
          failed: false,
          rating: null,
          answered_at: null,
          judged_right: null,
        }),
        patch(conversation, { conversation_id }, { last_at: metadata.at, last_question: question }),
        increment(conversation, { conversation_id }, { question_count: 1 }),
      ];
    },
    QuestionAnswered: ({ data, metadata }) => {
      const { conversation_id, question_id, text: answer, citations, confidence, answered, stopped } = data;
      const { suggestions = [] } = data;
      return [
        patch(
          exchange,
          { conversation_id, question_id },
          {
            answer,
            citations,
            suggestions,
            confidence,
            answered,
            stopped,
            failed: false,
            answered_at: metadata.at,
          },
        ),
        ...(answered ? [] : [increment(conversation, { conversation_id }, { unanswered_count: 1 })]),
      ];
    },
    AnswerFailed: ({ data: { conversation_id, question_id } }) =>
      patch(exchange, { conversation_id, question_id }, { failed: true }),
    AnswerRated: ({ data: { conversation_id, question_id, rating } }) =>
      patch(exchange, { conversation_id, question_id }, { rating }),
    PromptAdded: judgedAnswer,
    PromptChanged: judgedAnswer,
    MessageLeft: ({ data, metadata }) =>
      put(leftMessage, { ...data, status: 'open', left_at: metadata.at, handled_at: null }),
    LeftMessageHandled: ({ data: { message_id }, metadata }) =>
      patch(leftMessage, { message_id }, { status: 'handled', handled_at: metadata.at }),
    LeftMessageReopened: ({ data: { message_id } }) =>
      patch(leftMessage, { message_id }, { status: 'open', handled_at: null }),
  },
  audience: clientAudience,
};
