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
} from '../../../table.ts';

/** Client attributes that daily figures and bills depend on. */
export const analyticsClient = table('analytics_client', {
  key: ['client_id'],
  columns: {
    client_id: text(),
    name: text(),
    plan_tier: text<PlanTier>(),
    has_ai_assistant: boolean(),
    time_zone: text(),
    closed: boolean(),
    /** Figures count only later questions; bills count all. */
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
 * Quality of a judged answer: 1 if it was right, 0 if not; null without a judgment. The judgment of staff or the client
 * outranks the visitor's rating.
 */
const SCORE = `CASE WHEN judged_right THEN 1.0 WHEN NOT judged_right THEN 0.0
  WHEN rating = 'up' THEN 1.0 WHEN rating = 'down' THEN 0.0 END`;

/** A question and its answer; the figures below are sums over these rows. */
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
    /** Least strict filter level that leaves the question out. */
    left_out_from: integer(),
    answered_at: nullable(timestamp()),
    confidence: nullable(double()),
    answered: nullable(boolean()),
    failed: boolean(),
    rating: nullable(text<'up' | 'down'>()),
    first_token_ms: nullable(integer()),
    duration_ms: nullable(integer()),
    judged_right: nullable(boolean()),
    score: generated(nullable(double()), SCORE),
  },
  indexes: {
    analytics_question_by_client: '(generation, client_id, asked_at)',
    analytics_question_by_group: '(generation, question_group, asked_at DESC)',
    analytics_question_by_time: 'USING brin (asked_at)',
  },
});

/** A client's daily figures: `day` is `YYYY-MM-DD` in its time zone, `level` is `left_out_from` of the questions. */
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

/**
 * Number of answers of all clients per duration, rounded to two significant digits. Each answer counts on the day that
 * its question was asked, in the client's time zone.
 */
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

/** Number of questions of all clients that contain a word. Each counts on the day it was asked, in its client's time zone. */
export const analyticsWord = table('analytics_word', {
  key: ['day', 'level', 'word'],
  columns: { day: text(), level: integer(), word: text(), questions: integer() },
});

/**
 * Figures of all clients per topic and month, `YYYY-MM` in each client's time zone. Topics repeat within a month, so
 * months take fewer rows than days.
 */
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

/** A client's questions per day that were unanswered or whose answer was rated down. */
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
 * A client's billed questions and answers per day, not filtered and not affected by resets. The day is in the time zone
 * that the client had when the question was asked. After a change of time zone, no question counts on a day before that
 * of the change, so the bill of a closed month does not change.
 */
export const billingDay = table('billing_day', {
  key: ['client_id', 'day'],
  columns: { client_id: text(), day: text(), questions: integer(), answers: integer() },
});

/** Plans of a client over time; a month is billed by the plan in force at its end. */
export const billingPlan = table('billing_plan', {
  key: ['client_id', 'since'],
  columns: { client_id: text(), since: timestamp(), plan_tier: text<PlanTier>() },
});

/** Earlier time zones of a client, with the time each ended. */
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
    /** Empty when unknown. */
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
