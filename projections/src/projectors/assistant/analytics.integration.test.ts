import { ERASED } from '@landline/event-schemas/personal';
import { expect, test } from 'vitest';
import { projectorSpec, recorded } from '../../testing/projector-spec.ts';
import { analyticsDay, analyticsQuestion, billingDay, widgetLoadDay } from './analytics/tables.ts';
import { analytics } from './analytics.ts';

const { given } = projectorSpec(analytics);

const created = recorded('ClientCreated', {
  client_id: 'acme',
  name: 'Acme',
  primary_domain: null,
  plan_tier: 'starter',
  time_zone: 'America/New_York',
  authorized_domains: [],
  allowed_email_domains: [],
  active: true,
  has_custom_widget: false,
  has_ai_assistant: true,
  has_geo_leads: false,
  has_custom_solution: false,
  product_config: { demo_mode: false },
});

const refOf = (conversation_id: string) => ({ conversation_id, client_id: 'acme' });
const conversationStarted = (
  conversation: string,
  at: string,
  source: 'website' | 'test' | 'console' = 'website',
) =>
  recorded(
    'ConversationStarted',
    { ...refOf(conversation), source, domain: 'acme.example', locale: 'en' },
    { at },
  );
const questionAsked = (
  conversation: string,
  question_id: string,
  at: string,
  text = 'When do you open on Sunday?',
) => recorded('QuestionAsked', { ...refOf(conversation), question_id, text, page_url: null }, { at });
const answered = (conversation: string, question_id: string, at: string, more: object = {}) =>
  recorded(
    'QuestionAnswered',
    {
      ...refOf(conversation),
      question_id,
      text: 'At nine.',
      citations: [{ number: 1, title: 'Hours', url: 'https://acme.example/' }],
      confidence: 0.75,
      answered: true,
      stopped: false,
      first_token_ms: 100,
      duration_ms: 400,
      model: null,
      input_tokens: null,
      output_tokens: null,
      cached: false,
      ...more,
    },
    { at },
  );
const rated = (conversation: string, question_id: string, rating: 'up' | 'down' | null) =>
  recorded('AnswerRated', { ...refOf(conversation), question_id, rating });
const approved = (conversation_id: string, question_id: string, is_right: boolean) =>
  recorded('PromptAdded', {
    prompt_id: question_id,
    client_id: 'acme',
    prompt_type: 'faq',
    content: 'Q: Open? A: At nine.',
    judged: { conversation_id, question_id, is_right },
  });

const NOTHING = {
  client_id: 'acme',
  level: 4,
  sessions: 0,
  questions: 0,
  answers: 0,
  unanswered: 0,
  failed: 0,
  up: 0,
  down: 0,
  score_sum: 0,
  confidence_sum: 0,
  excellent: 0,
  good: 0,
  fair: 0,
  poor: 0,
};

test("counts days in the client's time zone, and an answer on its question's day", async () => {
  const rows = await given(
    created,
    conversationStarted('c1', '2026-03-01T04:59:00.000Z'),
    questionAsked('c1', 'q1', '2026-03-01T04:59:59.999Z'),
    answered('c1', 'q1', '2026-03-01T05:00:01.000Z'),
    questionAsked('c1', 'q2', '2026-03-01T05:00:00.000Z'),
  );
  expect(await rows(analyticsDay)).toEqual([
    {
      ...NOTHING,
      day: '2026-02-28',
      sessions: 1,
      questions: 1,
      answers: 1,
      confidence_sum: 0.75,
    },
    { ...NOTHING, day: '2026-03-01', questions: 1 },
  ]);
  expect(await rows(billingDay)).toEqual([
    { client_id: 'acme', day: '2026-02-28', questions: 1, answers: 1 },
    { client_id: 'acme', day: '2026-03-01', questions: 1, answers: 0 },
  ]);
});

test('scores only answers that were judged, and counts each once', async () => {
  const at = '2026-03-01T12:00:00.000Z';
  const rows = await given(
    created,
    conversationStarted('c1', at),
    ...['q1', 'q2', 'q3', 'q4', 'q5', 'q6'].map((id) => questionAsked('c1', id, at)),
    answered('c1', 'q1', at, { stopped: true, confidence: 0.2 }),
    answered('c1', 'q1', at),
    rated('c1', 'q1', 'down'),
    rated('c1', 'q1', 'up'),
    answered('c1', 'q2', at),
    rated('c1', 'q2', 'down'),
    answered('c1', 'q3', at, { confidence: 0.5 }),
    rated('c1', 'q3', 'up'),
    rated('c1', 'q3', null),
    answered('c1', 'q4', at, { answered: false, citations: [], confidence: 0.1 }),
    answered('c1', 'q5', at, { citations: [], confidence: 0.25 }),
    approved('c1', 'q4', false),
    rated('c1', 'q5', 'down'),
    approved('c1', 'q5', true),
    recorded('AnswerFailed', { ...refOf('c1'), question_id: 'q6' }),
  );
  expect((await rows(analyticsQuestion)).map(({ score }) => score)).toEqual([1, 0, null, 0, 1, null]);
  expect(await rows(analyticsDay)).toEqual([
    {
      ...NOTHING,
      day: '2026-03-01',
      sessions: 1,
      questions: 6,
      answers: 5,
      unanswered: 1,
      failed: 1,
      up: 1,
      down: 2,
      score_sum: 2,
      confidence_sum: 2.35,
      excellent: 2,
      poor: 2,
    },
  ]);
});

test('ignores staff tests, separates filtered questions, and keeps counting erased ones', async () => {
  const at = '2026-03-01T12:00:00.000Z';
  const rows = await given(
    created,
    conversationStarted('staff-test', at, 'test'),
    questionAsked('staff-test', 'q0', at),
    answered('staff-test', 'q0', at),
    conversationStarted('c1', at),
    questionAsked('c1', 'q1', at, 'hello'),
    questionAsked('c1', 'q2', at, ERASED),
    answered('c1', 'q2', at),
  );
  expect(await rows(analyticsDay)).toMatchObject([
    { level: 2, sessions: 0, questions: 1, answers: 0 },
    { level: 4, sessions: 1, questions: 1, answers: 1 },
  ]);
  expect(await rows(billingDay)).toMatchObject([{ questions: 2, answers: 1 }]);
});

test('resets the figures but not the bills', async () => {
  const rows = await given(
    created,
    conversationStarted('c1', '2026-03-01T12:00:00.000Z'),
    questionAsked('c1', 'q1', '2026-03-01T12:00:00.000Z'),
    answered('c1', 'q1', '2026-03-01T12:00:01.000Z'),
    recorded('WidgetLoadsCounted', {
      client_id: 'acme',
      minute: '2026-03-01T12:00:00.000Z',
      loads: [{ kind: 'direct', domain: 'acme.example', count: 3 }],
    }),
    recorded('AnalyticsReset', { client_id: 'acme' }, { at: '2026-03-01T13:00:00.000Z' }),
    rated('c1', 'q1', 'down'),
    questionAsked('c1', 'q2', '2026-03-01T14:00:00.000Z'),
    answered('c1', 'q2', '2026-03-01T14:00:01.000Z'),
  );
  expect(await rows(analyticsDay)).toMatchObject([{ sessions: 0, questions: 1, answers: 1, down: 0 }]);
  expect(await rows(widgetLoadDay)).toEqual([]);
  expect(await rows(billingDay)).toMatchObject([{ questions: 2, answers: 2 }]);
});

test('regroups days for another time zone and leaves billed months unchanged', async () => {
  const at = '2026-03-01T02:00:00.000Z';
  const loads = [
    { kind: 'dynamic' as const, domain: 'acme.example', count: 2 },
    { kind: 'dynamic' as const, domain: null, count: 1 },
  ];
  const rows = await given(
    created,
    conversationStarted('c1', at),
    questionAsked('c1', 'q1', at),
    answered('c1', 'q1', at),
    recorded('WidgetLoadsCounted', { client_id: 'acme', minute: at, loads }),
    recorded('ClientDetailsChanged', {
      client_id: 'acme',
      before: { time_zone: 'America/New_York' },
      after: { time_zone: 'Europe/Berlin' },
    }),
  );
  expect(await rows(analyticsDay)).toMatchObject([{ day: '2026-03-01', answers: 1 }]);
  expect(await rows(billingDay)).toMatchObject([{ day: '2026-02-28', answers: 1 }]);
  expect(await rows(widgetLoadDay)).toEqual([
    { client_id: 'acme', day: '2026-03-01', kind: 'dynamic', domain: '', loads: 1 },
    { client_id: 'acme', day: '2026-03-01', kind: 'dynamic', domain: 'acme.example', loads: 2 },
  ]);
});

test('bills questions after a time zone change in the new zone, never in a closed month', async () => {
  const timeZoneChanged = (before: string, after: string, at: string) =>
    recorded(
      'ClientDetailsChanged',
      { client_id: 'acme', before: { time_zone: before }, after: { time_zone: after } },
      { at },
    );
  const rows = await given(
    created,
    conversationStarted('c1', '2026-03-01T04:00:00.000Z'),
    questionAsked('c1', 'q1', '2026-03-01T04:00:00.000Z'),
    timeZoneChanged('America/New_York', 'Europe/Berlin', '2026-03-01T04:30:00.000Z'),
    questionAsked('c1', 'q2', '2026-03-01T04:40:00.000Z'),
    questionAsked('c1', 'q3', '2026-03-31T22:10:00.000Z'),
    timeZoneChanged('Europe/Berlin', 'America/New_York', '2026-03-31T22:30:00.000Z'),
    // It is still March in that zone, and March's bill is closed.
    questionAsked('c1', 'q4', '2026-03-31T22:40:00.000Z'),
    questionAsked('c1', 'q5', '2026-04-02T03:00:00.000Z'),
    questionAsked('c1', 'q6', '2026-04-02T05:00:00.000Z'),
    answered('c1', 'q1', '2026-03-01T04:00:01.000Z'),
    recorded('AnalyticsReset', { client_id: 'acme' }, { at: '2026-04-03T00:00:00.000Z' }),
  );
  expect((await rows(billingDay)).map(({ day, questions, answers }) => [day, questions, answers])).toEqual([
    ['2026-02-28', 1, 1],
    ['2026-03-01', 1, 0],
    ['2026-04-01', 3, 0],
    ['2026-04-02', 1, 0],
  ]);
});
