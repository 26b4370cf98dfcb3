import type { ConversationSource, PlanTier } from '@landline/event-schemas';
import { COUNT_CLIENT_LOADS, COUNT_LOADS, FORGET_LOADS } from '../analytics/loads.ts';
import { questionText } from '../analytics/question-text.ts';
import { ASKED, PUT_IN_CLIENT, TAKE_OUT_CLIENT } from '../analytics/sums.ts';
import { type Change, type Projector, patch, put, recount, settle, sql } from '../projector.ts';
import {
  boolean,
  double,
  generated,
  integer,
  nullable,
  table,
  text,
  textArray,
  timestamp,
} from '../table.ts';

/** What days and bills are made by. */
export const analyticsClient = table('analytics_client', {
  key: ['client_id'],
  columns: {
    client_id: text(),
    name: text(),
    plan_tier: text<PlanTier>(),
    has_ai_assistant: boolean(),
    time_zone: text(),
    closed: boolean(),
    /** Figures count what came after; bills count everything. */
    reset_at: nullable(timestamp()),
  },
});

export const analyticsConversation = table('analytics_conversation', {
  key: ['conversation_id'],
  columns: {
    conversation_id: text(),
    client_id: text(),
    source: text<ConversationSource>(),
    started_at: timestamp(),
  },
  indexes: {
    analytics_conversation_by_client: '(generation, client_id, started_at)',
    analytics_conversation_of_ours: "(generation, conversation_id) WHERE source <> 'website'",
  },
});

/**
 * How good an answer was, from 0 to 1: none when the assistant did not know; else four fifths of its confidence, and a
 * fifth when it names its pages; a thumb up adds 0.2, a thumb down takes 0.4 away.
 */
const SCORE = `round(least(1, greatest(0,
  (CASE WHEN answered THEN 0.8 * confidence + CASE WHEN cited THEN 0.2 ELSE 0 END ELSE 0 END)
  + CASE rating WHEN 'up' THEN 0.2 WHEN 'down' THEN -0.4 ELSE 0 END))::numeric, 3)::double precision`;

/** A question and what became of it, as figures are counted from it. */
export const analyticsQuestion = table('analytics_question', {
  key: ['conversation_id', 'question_id'],
  columns: {
    conversation_id: text(),
    question_id: text(),
    client_id: text(),
    asked_at: timestamp(),
    question: text(),
    topic: nullable(text()),
    question_group: nullable(text()),
    words: textArray(),
    left_out_from: integer(),
    answered_at: nullable(timestamp()),
    confidence: nullable(double()),
    answered: nullable(boolean()),
    cited: nullable(boolean()),
    failed: boolean(),
    rating: nullable(text<'up' | 'down'>()),
    first_token_ms: nullable(integer()),
    duration_ms: nullable(integer()),
    score: generated(nullable(double()), `CASE WHEN answered IS NULL THEN NULL ELSE ${SCORE} END`),
  },
  indexes: {
    analytics_question_by_client: '(generation, client_id, asked_at)',
    analytics_question_by_group: '(generation, question_group, asked_at DESC)',
    analytics_question_by_time: 'USING brin (asked_at)',
  },
});

/** A client's day, `YYYY-MM-DD` in its time zone: what of it a filter leaves out from that level on. */
export const analyticsDay = table('analytics_day', {
  key: ['client_id', 'day', 'level'],
  columns: {
    client_id: text(),
    day: text(),
    level: integer(),
    sessions: integer(),
    questions: integer(),
    answers: integer(),
    unanswered: integer(),
    failed: integer(),
    up: integer(),
    down: integer(),
    score_sum: double(),
    confidence_sum: double(),
    excellent: integer(),
    good: integer(),
    fair: integer(),
    poor: integer(),
  },
});

/** Of all clients, on each one's own day: how many answers took how long, to two digits. */
export const analyticsTime = table('analytics_time', {
  key: ['day', 'level', 'measure', 'ms'],
  columns: {
    day: text(),
    level: integer(),
    measure: text<'first_word' | 'whole_answer'>(),
    ms: integer(),
    answers: integer(),
  },
});

/** Of all clients, on each one's own day: in how many questions a word stands. */
export const analyticsWord = table('analytics_word', {
  key: ['day', 'level', 'word'],
  columns: { day: text(), level: integer(), word: text(), questions: integer() },
});

/** Of all clients, in each one's own month, `YYYY-MM`: the same is asked again and again, if not every day. */
export const analyticsTopic = table('analytics_topic', {
  key: ['month', 'level', 'question_group', 'topic'],
  columns: {
    month: text(),
    level: integer(),
    question_group: text(),
    topic: text(),
    questions: integer(),
    answered: integer(),
    scored: integer(),
    score_sum: double(),
    up: integer(),
    down: integer(),
  },
});

/** A client's day: what was asked of it and not answered, or badly. */
export const analyticsGap = table('analytics_gap', {
  key: ['client_id', 'day', 'level', 'question_group', 'topic'],
  columns: {
    client_id: text(),
    day: text(),
    level: integer(),
    question_group: text(),
    topic: text(),
    questions: integer(),
    unanswered: integer(),
    down: integer(),
  },
});

/**
 * The same as it is billed: nothing is left out, no reset reaches it, and it is a day of the time zone that the client
 * had then. After a change no day comes again that had begun before it: the bill of a month that ended stays.
 */
export const billingDay = table('billing_day', {
  key: ['client_id', 'day'],
  columns: { client_id: text(), day: text(), questions: integer(), answers: integer() },
});

/** Which plan a client has had since when: a month is billed by the one that it ended with. */
export const billingPlan = table('billing_plan', {
  key: ['client_id', 'since'],
  columns: { client_id: text(), since: timestamp(), plan_tier: text<PlanTier>() },
});

/** Which time zones a client had before its present one, and until when. */
export const billingZone = table('billing_zone', {
  key: ['client_id', 'until'],
  columns: { client_id: text(), until: timestamp(), time_zone: text() },
});

export const billingAlert = table('billing_alert', {
  key: ['client_id', 'month', 'percentage'],
  columns: {
    client_id: text(),
    month: text(),
    percentage: integer(),
    used_messages: integer(),
    raised_at: timestamp(),
  },
});

export const widgetLoad = table('widget_load', {
  key: ['client_id', 'minute', 'kind', 'domain'],
  columns: {
    client_id: text(),
    minute: timestamp(),
    kind: text<'direct' | 'dynamic'>(),
    /** Empty where it is not known. */
    domain: text(),
    loads: integer(),
  },
});

export const widgetLoadDay = table('widget_load_day', {
  key: ['client_id', 'day', 'kind', 'domain'],
  columns: {
    client_id: text(),
    day: text(),
    kind: text<'direct' | 'dynamic'>(),
    domain: text(),
    loads: integer(),
  },
});

const countQuestion = ({ conversation_id, question_id }: { conversation_id: string; question_id: string }) =>
  recount(ASKED, { conversation_id, question_id });

/** What changes the days of a client, or which of them count. */
const withOtherDays = (client_id: string, ...changes: Change[]): Change[] => [
  sql(TAKE_OUT_CLIENT, client_id),
  sql(FORGET_LOADS, client_id),
  ...changes,
  sql(PUT_IN_CLIENT, client_id),
  settle(COUNT_CLIENT_LOADS, { client_id }),
];

/** Usage, quality and what is billed, by the days of each client (spec 002 §3, §9). */
export const analytics: Projector = {
  name: 'analytics',
  version: 4,
  tables: [
    analyticsClient,
    analyticsConversation,
    analyticsQuestion,
    analyticsDay,
    analyticsTime,
    analyticsWord,
    analyticsTopic,
    analyticsGap,
    billingDay,
    billingPlan,
    billingZone,
    billingAlert,
    widgetLoad,
    widgetLoadDay,
  ],
  on: {
    ClientCreated: ({ data: { client_id, name, plan_tier, has_ai_assistant, time_zone }, metadata }) => [
      put(billingPlan, { client_id, since: metadata.at, plan_tier }),
      put(analyticsClient, {
        client_id,
        name,
        plan_tier,
        has_ai_assistant,
        time_zone,
        closed: false,
        reset_at: null,
      }),
    ],
    ClientDetailsChanged: ({ data: { client_id, before, after }, metadata }) => {
      const { name, plan_tier, time_zone } = after;
      const change = patch(
        analyticsClient,
        { client_id },
        {
          ...(name !== undefined && { name }),
          ...(plan_tier !== undefined && { plan_tier }),
          ...(time_zone !== undefined && { time_zone }),
        },
      );
      const zone = { client_id, until: metadata.at, time_zone: before.time_zone ?? 'UTC' };
      return [
        ...(time_zone === undefined ? [change] : withOtherDays(client_id, change, put(billingZone, zone))),
        ...(plan_tier === undefined ? [] : [put(billingPlan, { client_id, since: metadata.at, plan_tier })]),
      ];
    },
    ClientProductsChanged: ({ data: { client_id, after } }) =>
      after.has_ai_assistant === undefined
        ? []
        : patch(analyticsClient, { client_id }, { has_ai_assistant: after.has_ai_assistant }),
    ClientClosed: ({ data: { client_id } }) => patch(analyticsClient, { client_id }, { closed: true }),
    AnalyticsReset: ({ data: { client_id }, metadata }) =>
      withOtherDays(client_id, patch(analyticsClient, { client_id }, { reset_at: metadata.at })),
    ConversationStarted: ({ data: { conversation_id, client_id, source }, metadata }) => [
      put(analyticsConversation, { conversation_id, client_id, source, started_at: metadata.at }),
      recount(ASKED, { conversation_id }),
    ],
    QuestionAsked: ({ data: { page_url: _, text: question, left_out_from, ...of }, metadata }) => [
      put(analyticsQuestion, {
        ...of,
        ...questionText(question, left_out_from),
        question,
        asked_at: metadata.at,
        answered_at: null,
        confidence: null,
        answered: null,
        cited: null,
        failed: false,
        rating: null,
        first_token_ms: null,
        duration_ms: null,
      }),
      countQuestion(of),
    ],
    QuestionAnswered: ({ data, metadata }) => {
      const { conversation_id, question_id, confidence, answered, first_token_ms, duration_ms } = data;
      const cited = data.citations.length > 0;
      return [
        patch(
          analyticsQuestion,
          { conversation_id, question_id },
          { answered_at: metadata.at, confidence, answered, cited, first_token_ms, duration_ms },
        ),
        countQuestion(data),
      ];
    },
    AnswerFailed: ({ data }) => {
      const { conversation_id, question_id } = data;
      return [
        patch(analyticsQuestion, { conversation_id, question_id }, { failed: true }),
        countQuestion(data),
      ];
    },
    AnswerRated: ({ data }) => {
      const { conversation_id, question_id, rating } = data;
      return [patch(analyticsQuestion, { conversation_id, question_id }, { rating }), countQuestion(data)];
    },
    BillingAlertRaised: ({ data: { included_messages: _, ...data }, metadata }) =>
      put(billingAlert, { ...data, raised_at: metadata.at }),
    WidgetLoadsCounted: ({ data: { client_id, minute, loads } }) => [
      ...loads.map(({ kind, domain, count }) =>
        put(widgetLoad, { client_id, minute, kind, domain: domain ?? '', loads: count }),
      ),
      settle(COUNT_LOADS, { client_id, at: minute }),
    ],
  },
  audience: ({ data }) => ('client_id' in data ? [data.client_id] : []),
};
