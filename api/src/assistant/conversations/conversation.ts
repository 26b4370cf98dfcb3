import type { DomainEvent, EventData } from '@landline/event-schemas';
import { questionText } from '@landline/projections/projectors/assistant/analytics/question-text';
import { type Decider, dataOf } from '../../platform/commands/decider.ts';
import { notFound } from '../../platform/errors.ts';

type ConversationEvent = DomainEvent<
  | 'ConversationStarted'
  | 'VisitorIdentified'
  | 'QuestionAsked'
  | 'QuestionAnswered'
  | 'AnswerFailed'
  | 'AnswerRated'
>;

type Answer = Omit<EventData<'QuestionAnswered'>, keyof QuestionRef>;

export interface Exchange {
  question: string;
  answer: Answer | undefined;
  rating: 'up' | 'down' | null;
}

/** A conversation with its exchanges in order; undefined before the first question. */
export type Conversation =
  | { client_id: string; user_key: string | undefined; exchanges: ReadonlyMap<string, Exchange> }
  | undefined;

/** Returns whether a client's visitor may read and continue a conversation: not if another user was identified in it. */
export const isOpenTo = (
  state: Conversation,
  clientId: string,
  userKey: string | undefined,
): state is NonNullable<Conversation> =>
  state?.client_id === clientId &&
  (userKey === undefined || state.user_key === undefined || state.user_key === userKey);

interface QuestionRef {
  conversation_id: string;
  client_id: string;
  question_id: string;
}

export type ConversationCommand = QuestionRef &
  (
    | {
        type: 'ask';
        text: string;
        page_url: string | null;
        start: Pick<EventData<'ConversationStarted'>, 'source' | 'domain' | 'locale'>;
        user: { user_key: string; user_id: string } | undefined;
      }
    | ({ type: 'answer' } & Answer)
    | { type: 'fail' }
    | { type: 'rate'; rating: 'up' | 'down' | null }
  );

/** Conversation between a visitor and the assistant. */
export const conversation: Decider<Conversation, ConversationCommand, ConversationEvent> = {
  initialState: undefined,
  readsPersonalData: true,

  evolve(state, { type, data }) {
    if (type === 'ConversationStarted')
      return { client_id: data.client_id, user_key: undefined, exchanges: new Map() };
    if (!state) return state;
    switch (type) {
      case 'VisitorIdentified':
        return { ...state, user_key: data.user_key };
      case 'QuestionAsked':
        return withExchange(state, data, { question: data.text, answer: undefined, rating: null });
      case 'QuestionAnswered':
        return withExchange(state, data, { answer: data });
      case 'AnswerFailed':
        return state;
      case 'AnswerRated':
        return withExchange(state, data, { rating: data.rating });
    }
  },

  decide(command, state) {
    const { conversation_id, client_id, question_id } = command;
    const ids = { conversation_id, client_id, question_id };
    if (state && state.client_id !== client_id) throw conversationUnknown();
    const exchange = state?.exchanges.get(question_id);
    if (command.type === 'ask') return ask(command, state);
    if (!exchange) throw conversationUnknown();
    switch (command.type) {
      case 'answer':
        return isFinal(exchange.answer) ? [] : [{ type: 'QuestionAnswered', data: dataOf(command) }];
      case 'fail':
        return exchange.answer ? [] : [{ type: 'AnswerFailed', data: ids }];
      case 'rate':
        if (!exchange.answer) throw conversationUnknown();
        if (exchange.rating === command.rating) return [];
        return [{ type: 'AnswerRated', data: { ...ids, rating: command.rating } }];
    }
  },
};

export const conversationUnknown = () => notFound('CONVERSATION_UNKNOWN');

/** Returns whether an answer is complete; failed and stopped questions can be answered again. */
export const isFinal = (answer: Answer | undefined): answer is Answer => answer?.stopped === false;

function ask(command: ConversationCommand & { type: 'ask' }, state: Conversation): ConversationEvent[] {
  const { conversation_id, client_id, question_id, text, page_url, start, user } = command;
  const ids = { conversation_id, client_id };
  return [
    ...(state ? [] : [{ type: 'ConversationStarted' as const, data: { ...ids, ...start } }]),
    ...(user && state?.user_key !== user.user_key
      ? [{ type: 'VisitorIdentified' as const, data: { ...ids, ...user } }]
      : []),
    ...(state?.exchanges.has(question_id)
      ? []
      : [
          {
            type: 'QuestionAsked' as const,
            data: { ...ids, question_id, text, page_url, left_out_from: questionText(text).left_out_from },
          },
        ]),
  ];
}

function withExchange(
  state: NonNullable<Conversation>,
  { question_id }: { question_id: string },
  change: Partial<Exchange>,
): NonNullable<Conversation> {
  const emptyExchange: Exchange = { question: '', answer: undefined, rating: null };
  const exchanges = new Map(state.exchanges);
  exchanges.set(question_id, { ...(exchanges.get(question_id) ?? emptyExchange), ...change });
  return { ...state, exchanges };
}
