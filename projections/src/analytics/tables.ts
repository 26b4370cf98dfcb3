import type { ConversationSource, PlanTier } from '@landline/event-schemas';
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
 * A client's day as it is billed: nothing is left out, no reset reaches it, and it is a day of the time zone that the client
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
