import { describe, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { conversation } from './conversation.ts';

const given = specification(conversation);
const ids = { conversation_id: 'c1', client_id: 'acme' };
const q1 = { ...ids, question_id: 'q1' };
const start = { source: 'website', domain: 'acme.example', locale: 'en' } as const;
const ask = { ...q1, type: 'ask', text: 'Open?', page_url: null, start, user: undefined } as const;
const answer = {
  text: 'At 7.',
  citations: [],
  confidence: 0.9,
  answered: true,
  stopped: false,
  first_token_ms: 5,
  duration_ms: 9,
  model: null,
  input_tokens: null,
  output_tokens: null,
  cached: false,
};
const started = { type: 'ConversationStarted', data: { ...ids, ...start } } as const;
const asked = {
  type: 'QuestionAsked',
  data: { ...q1, text: 'Open?', page_url: null, left_out_from: 3 },
} as const;
const answered = { type: 'QuestionAnswered', data: { ...q1, ...answer } } as const;
const stopped = { type: 'QuestionAnswered', data: { ...q1, ...answer, stopped: true } } as const;
const rated = (rating: 'up' | 'down' | null) => ({ type: 'AnswerRated', data: { ...q1, rating } }) as const;
const rate = (rating: 'up' | 'down' | null) => ({ ...q1, type: 'rate', rating }) as const;

describe('question', () => {
  test('starts the conversation', () => given().when(ask).then(started, asked));
  test('is recorded once', () => given(started, asked).when(ask).thenNothing());
  test('is rejected for a conversation of another client', () =>
    given(started)
      .when({ ...ask, client_id: 'other' })
      .thenRejected('CONVERSATION_UNKNOWN'));
  test('identifies a visitor with a signed user id once', () => {
    const user = { user_key: 'k', user_id: 'ada' };
    const identified = { type: 'VisitorIdentified', data: { ...ids, ...user } } as const;
    given()
      .when({ ...ask, user })
      .then(started, identified, asked);
    given(started, identified)
      .when({ ...ask, user })
      .then(asked);
  });
});

describe('answer', () => {
  test('is recorded', () =>
    given(started, asked)
      .when({ ...q1, type: 'answer', ...answer })
      .then(answered));
  test('is final once complete', () =>
    given(started, asked, answered)
      .when({ ...q1, type: 'answer', ...answer, text: 'At 8.' })
      .thenNothing());
  test('can replace a stopped answer', () =>
    given(started, asked, stopped)
      .when({ ...q1, type: 'answer', ...answer })
      .then(answered));
  test('is rejected without a question', () =>
    given(started)
      .when({ ...q1, type: 'answer', ...answer })
      .thenRejected('CONVERSATION_UNKNOWN'));
  test('can fail', () =>
    given(started, asked)
      .when({ ...q1, type: 'fail' })
      .then({ type: 'AnswerFailed', data: q1 }));
});

describe('rating', () => {
  test('is recorded', () => given(started, asked, answered).when(rate('up')).then(rated('up')));
  test('is recorded once', () => given(started, asked, answered, rated('up')).when(rate('up')).thenNothing());
  test('can be changed', () =>
    given(started, asked, answered, rated('up')).when(rate('down')).then(rated('down')));
  test('can be removed', () =>
    given(started, asked, answered, rated('up')).when(rate(null)).then(rated(null)));
  test('needs an answer', () => given(started, asked).when(rate('up')).thenRejected('CONVERSATION_UNKNOWN'));
});
