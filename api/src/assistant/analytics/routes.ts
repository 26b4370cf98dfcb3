import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import { client, clientNotFound, isInUse } from '../../clients/clients/client.ts';
import { baseUrl } from '../../identity/users/emails.ts';
import { DomainError, notFound } from '../../platform/errors.ts';
import { assertOwn } from '../../platform/http/access.ts';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import { contentRequest } from '../content-requests/content-request.ts';
import { CONTENT_REQUEST_TEXTS, contentRequestSubmitted } from '../content-requests/contract.ts';
import type { AssistantPorts } from '../ports.ts';
import { STAFF_OR_OWN_CLIENT } from '../request-guards.ts';
import { answerQuality } from './answer-quality.ts';
import { clientAnalytics, linksRevokedUntil } from './client-analytics.ts';
import {
  type AnalyticsQuery,
  analyticsQuery,
  answerQualityAnalytics,
  exportQuery,
  faqAnalytics as faqResponse,
  gapQueue as gapResponse,
  publicReport,
  shareableReport as reportResponse,
  resetBody,
  shareLink,
  shareLinkBody,
  TIMEFRAMES,
  usageAnalytics as usageResponse,
  wordCloud as wordResponse,
} from './contract.ts';
import { csvOf, MAX_EXPORTED_ROWS } from './export-csv.ts';
import { findGap, gapQueue } from './gaps.ts';
import { faqAnalytics, wordCloud } from './questions.ts';
import {
  assertHasAssistant,
  assertNotRevoked,
  readReportToken,
  reportToken,
  shareableReport,
} from './report.ts';
import { usageAnalytics } from './usage.ts';
import { isFiltered, type View, viewOf } from './view.ts';

const reads = ['analytics', 'content-requests', 'golden-questions'] as const;
const path = '/api/ai/analytics';
const queryWithoutClient = analyticsQuery.omit({ clientId: true });
const DAY_MS = 86_400_000;

/** Routes for analytics: staff see one client or all clients, a client's users only their own (spec 002 §7). */
export function analyticsRoutes(ports: AssistantPorts): Route[] {
  const { pool, commands, secrets } = ports;

  /** Returns the view of a query; client users always get their own client. */
  function viewFor<Q extends AnalyticsQuery>(query: Q, { actor }: Session) {
    if (actor.role !== 'ClientUser') return viewOf(pool, query);
    assertOwn(query.clientId, { actor });
    return viewOf(pool, { ...query, clientId: actor.clientId });
  }

  const viewRoute = <A>(
    name: string,
    summary: string,
    response: z.ZodType<unknown, A>,
    load: (view: View) => Promise<A>,
  ) =>
    route.get(`${path}/${name}`, {
      ...STAFF_OR_OWN_CLIENT,
      summary,
      query: analyticsQuery,
      response,
      reads,
      async handle({ query, session }) {
        return load(await viewFor(query, session));
      },
    });

  const report = async (query: AnalyticsQuery, session: Session) => {
    const view = await viewFor(query, session);
    if (view.clientId === undefined)
      throw new DomainError('malformed', 'MALFORMED', 'Select a client first.');
    return shareableReport(pool, view);
  };

  return [
    viewRoute('usage-analytics', 'Messages, sessions, widget loads and billing', usageResponse, (view) =>
      usageAnalytics(pool, view),
    ),
    viewRoute('faq-analytics', 'Most frequent questions, similar ones grouped', faqResponse, (view) =>
      faqAnalytics(pool, view),
    ),
    viewRoute(
      'answer-quality-analytics',
      'Scores, confidence and ratings of answers',
      answerQualityAnalytics,
      (view) => answerQuality(pool, view),
    ),
    viewRoute('word-cloud', 'Words by number of questions', wordResponse, (view) => wordCloud(pool, view)),
    viewRoute('gaps', 'Unanswered questions and answers rated down', gapResponse, (view) =>
      gapQueue(ports, view),
    ),
    route.post(`${path}/gaps/:clientId/:gapId/content-request`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'Create a content request for an unanswered question',
      params: z.object({ clientId: z.string().max(100), gapId: z.uuid() }),
      /** View that contains the gap. */
      body: queryWithoutClient,
      response: contentRequestSubmitted,
      reads,
      async handle({ params: { clientId, gapId }, body, session, execute }) {
        const { state } = await commands.load(client, streams.client(clientId));
        if (!isInUse(state) || !state?.primary_domain) throw clientNotFound();
        const gap = await findGap(ports, await viewFor({ ...body, clientId }, session), gapId);
        if (!gap) throw notFound();
        const response = { success: true as const, message: CONTENT_REQUEST_TEXTS.submitted, id: gap.id };
        if (gap.requested) return response;
        await execute(contentRequest, {
          stream: streams.contentRequest(gap.id),
          command: {
            type: 'submit',
            request_id: gap.id,
            client_id: clientId,
            url: state.primary_domain,
            description: '',
            priority: 'medium',
            gap: {
              conversation_id: gap.conversationId,
              question_id: gap.questionId,
              topic_ids: [...gap.topicIds],
            },
          },
        });
        return response;
      },
    }),
    route.get(`${path}/export`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: `A view's table as CSV, up to ${MAX_EXPORTED_ROWS.toLocaleString('en')} rows`,
      query: exportQuery,
      reads,
      async handle({ query, session, ctx }) {
        const csv = await csvOf(ports, await viewFor(query, session), query.view);
        ctx.attachment(`analytics-${query.view}-${query.timeframe}.csv`);
        ctx.type = 'text/csv; charset=utf-8';
        ctx.body = csv;
      },
    }),
    route.get(`${path}/shareable-analytics`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: "A client's report for sharing, without text of visitors",
      query: analyticsQuery,
      response: reportResponse,
      reads,
      handle: ({ query, session }) => report(query, session),
    }),
    route.get(`${path}/shareable-analytics/:clientId`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: "A client's report",
      query: queryWithoutClient,
      response: reportResponse,
      reads,
      handle: ({ params, query, session }) => report({ ...query, ...params }, session),
    }),
    route.post(`${path}/shareable-analytics/:clientId/link`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: "Create an expiring public link to a client's report",
      body: shareLinkBody,
      response: shareLink,
      async handle({ params: { clientId }, body: { expiresInDays, ...query }, execute }) {
        const { state } = await commands.load(client, streams.client(clientId));
        if (!state) throw clientNotFound();
        const now = Date.now();
        const expires_at = new Date(now + expiresInDays * DAY_MS).toISOString();
        await execute(clientAnalytics, {
          stream: streams.analytics(clientId),
          command: {
            type: 'share',
            client_id: clientId,
            days: TIMEFRAMES[query.timeframe],
            filter_level: isFiltered(query) ? query.filterLevel : null,
            expires_at,
          },
        });
        const issuedAt = new Date(now).toISOString();
        const token = reportToken(secrets, { ...query, clientId, expiresAt: expires_at, issuedAt });
        return {
          url: `${baseUrl(ports)}/shared-report?token=${token}`,
          expires_at,
        };
      },
    }),
    route.delete(`${path}/shareable-analytics/:clientId/link`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: "Revoke every link to a client's report",
      response: messageResponse,
      async handle({ params: { clientId }, execute }) {
        const { state } = await commands.load(client, streams.client(clientId));
        if (!state) throw clientNotFound();
        const revoked_at = new Date().toISOString();
        await execute(clientAnalytics, {
          stream: streams.analytics(clientId),
          command: { type: 'revoke_links', client_id: clientId, revoked_at },
        });
        return { success: true as const, message: 'All public links have been revoked.' };
      },
    }),
    route.get('/api/public/analytics-report/:token', {
      may: 'anyone',
      summary: 'The report behind a public link',
      params: z.object({ token: z.string().max(1000) }),
      response: publicReport,
      async handle({ params: { token }, ctx }) {
        const { expiresAt, issuedAt, ...query } = readReportToken(secrets, token, new Date());
        const [{ state: revokedUntil }, { state: clientState }] = await Promise.all([
          commands.load(linksRevokedUntil, streams.analytics(query.clientId)),
          commands.load(client, streams.client(query.clientId)),
        ]);
        assertNotRevoked({ issuedAt }, revokedUntil);
        assertHasAssistant(clientState);
        ctx.set('Cache-Control', 'private, no-store');
        return { report: await shareableReport(pool, await viewOf(pool, query)), expires_at: expiresAt };
      },
    }),
    route.delete(`${path}/reset-client-data/:clientId`, {
      ...STAFF_OR_OWN_CLIENT,
      summary: "Reset a client's analytics; billing and the event log stay",
      body: resetBody,
      response: messageResponse,
      async handle({ params: { clientId }, body: { confirmation }, execute }) {
        const { state } = await commands.load(client, streams.client(clientId));
        if (!state) throw clientNotFound();
        await execute(clientAnalytics, {
          stream: streams.analytics(clientId),
          command: { type: 'reset', client_id: clientId, confirmation },
        });
        return { success: true, message: 'Analytics data reset successfully' };
      },
    }),
  ];
}
