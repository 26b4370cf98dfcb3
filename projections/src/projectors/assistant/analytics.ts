import type { RecordedEvent } from '@landline/event-schemas';
import {
  batchSql,
  type Change,
  clientAudience,
  type Projector,
  patch,
  put,
  recount,
  sql,
} from '../../projector.ts';
import { questionText } from './analytics/question-text.ts';
import { ADD_CLIENT, QUESTION_OR_CONVERSATION, SUBTRACT_CLIENT } from './analytics/sums.ts';
import {
  analyticsClient,
  analyticsConversation,
  analyticsDay,
  analyticsGap,
  analyticsQuestion,
  analyticsTime,
  analyticsTopic,
  analyticsWord,
  billingAlert,
  billingDay,
  billingPlan,
  billingZone,
  widgetLoad,
  widgetLoadDay,
} from './analytics/tables.ts';
import { COUNT_CLIENT_LOADS, COUNT_LOADS, DELETE_LOADS } from './analytics/widget-loads.ts';

const countQuestion = ({ conversation_id, question_id }: { conversation_id: string; question_id: string }) =>
  recount(QUESTION_OR_CONVERSATION, { conversation_id, question_id });

/** Records whether the assistant's own answer was right, as judged when it was approved or corrected. */
const recordJudgment = ({ data: { judged } }: RecordedEvent<'PromptAdded' | 'PromptChanged'>): Change[] => {
  if (!judged) return [];
  const { is_right: judged_right, ...key } = judged;
  return [patch(analyticsQuestion, key, { judged_right }), countQuestion(judged)];
};

/**
 * Subtracts a client's questions from the sums, applies changes that move or exclude questions, and adds the rest back.
 * Also recounts the client's widget loads.
 */
const recountClientAfter = (client_id: string, ...changes: Change[]): Change[] => [
  sql(SUBTRACT_CLIENT, client_id),
  sql(DELETE_LOADS, client_id),
  ...changes,
  sql(ADD_CLIENT, client_id),
  batchSql(COUNT_CLIENT_LOADS, { client_id }),
];

/**
 * Usage, quality, billing and widget loads as daily or monthly sums, per client or for all clients (spec 002 §3, §9).
 */
export const analytics: Projector<'analytics'> = {
  name: 'analytics',
  version: 9,
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
        ...(time_zone === undefined
          ? [change]
          : recountClientAfter(client_id, change, put(billingZone, zone))),
        ...(plan_tier === undefined ? [] : [put(billingPlan, { client_id, since: metadata.at, plan_tier })]),
      ];
    },
    ClientProductsChanged: ({ data: { client_id, after } }) =>
      after.has_ai_assistant === undefined
        ? []
        : patch(analyticsClient, { client_id }, { has_ai_assistant: after.has_ai_assistant }),
    ClientClosed: ({ data: { client_id } }) => patch(analyticsClient, { client_id }, { closed: true }),
    AnalyticsReset: ({ data: { client_id }, metadata }) =>
      recountClientAfter(client_id, patch(analyticsClient, { client_id }, { reset_at: metadata.at })),
    ConversationStarted: ({ data: { conversation_id, client_id, source }, metadata }) => [
      put(analyticsConversation, { conversation_id, client_id, source, started_at: metadata.at }),
      recount(QUESTION_OR_CONVERSATION, { conversation_id }),
    ],
    QuestionAsked: ({ data: { page_url: _, text: question, left_out_from, ...ids }, metadata }) => [
      put(analyticsQuestion, {
        ...ids,
        ...questionText(question, left_out_from),
        question,
        asked_at: metadata.at,
        answered_at: null,
        confidence: null,
        answered: null,
        failed: false,
        rating: null,
        judged_right: null,
        first_token_ms: null,
        duration_ms: null,
      }),
      countQuestion(ids),
    ],
    QuestionAnswered: ({ data, metadata }) => {
      const { conversation_id, question_id, confidence, answered, first_token_ms, duration_ms } = data;
      return [
        patch(
          analyticsQuestion,
          { conversation_id, question_id },
          { answered_at: metadata.at, confidence, answered, first_token_ms, duration_ms },
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
    PromptAdded: recordJudgment,
    PromptChanged: recordJudgment,
    BillingAlertRaised: ({ data: { included_messages: _, ...data }, metadata }) =>
      put(billingAlert, { ...data, raised_at: metadata.at }),
    WidgetLoadsCounted: ({ data: { client_id, minute, loads } }) => [
      ...loads.map(({ kind, domain, count }) =>
        put(widgetLoad, { client_id, minute, kind, domain: domain ?? '', loads: count }),
      ),
      batchSql(COUNT_LOADS, { client_id, at: minute }),
    ],
  },
  audience: clientAudience,
};
