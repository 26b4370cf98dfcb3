import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import { client, clientNotFound, isInUse } from '../clients/client.ts';
import { contentRequest } from '../content-requests/content-request.ts';
import { CONTENT_REQUEST_TEXTS, contentRequestSubmitted } from '../content-requests/contract.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { assertOwn } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import { type Route, route, type Session } from '../http/route.ts';
import { clientAnalytics, revokedLinks } from './client-analytics.ts';
import {
  type AnalyticsQuery,
  analyticsQuery,
  answerQualityAnalytics,
  exportQuery,
  faqAnalytics as faqAnswer,
  gapQueue as gapAnswer,
  publicReport,
  shareableReport as reportAnswer,
  resetAnswer,
  resetBody,
  shareLink,
  shareLinkBody,
  TIMEFRAMES,
  usageAnalytics as usageAnswer,
  wordCloud as wordAnswer,
} from './contract.ts';
import { csvOf } from './export.ts';
import { findGap, gapQueue } from './gaps.ts';
import { answerQuality } from './quality.ts';
import { faqAnalytics, wordCloud } from './questions.ts';
import {
  readReportToken,
  refuseRevoked,
  refuseUnlessServed,
  reportToken,
  shareableReport,
} from './report.ts';
import { usageAnalytics } from './usage.ts';
import { isFiltered, viewOf } from './view.ts';

const ITS_OWN = ['SuperAdmin', 'Admin', 'ClientUser'] as const;
const ofClient = { product: 'ai_assistant' } as const;
const reads = ['analytics', 'content-requests'] as const;
const path = '/api/ai/analytics';
const byClient = z.object({ clientId: z.string().max(100) });
const ofOneClient = analyticsQuery.omit({ clientId: true });
const DAY_MS = 86_400_000;

/** Usage, questions and answers, for staff about any client or all, for a client about itself (spec 002 §7). */
export function analyticsRoutes(deps: Deps): Route[] {
  const { pool, commands, secrets, config } = deps;

  /** A client's users are asked about their own, whether they name it or not. */
  function viewFor<Q extends AnalyticsQuery>(query: Q, { actor }: Session) {
    if (actor.role !== 'ClientUser') return viewOf(pool, query);
    assertOwn(query.clientId, { actor });
    return viewOf(pool, { ...query, clientId: actor.clientId });
  }

  const view = <A>(
    name: string,
    summary: string,
    response: z.ZodType<unknown, A>,
    answer: (of: Awaited<ReturnType<typeof viewOf>>) => Promise<A>,
  ) =>
    route({
      method: 'GET',
      path: `${path}/${name}`,
      may: ITS_OWN,
      ofClient,
      summary,
      query: analyticsQuery,
      response,
      reads,
      async handle({ query, session }) {
        return answer(await viewFor(query, session));
      },
    });

  const report = async (query: AnalyticsQuery, session: Session) => {
    const of = await viewFor(query, session);
    if (of.clientId === undefined) throw new DomainError('malformed', 'MALFORMED', 'Select a client first.');
    return shareableReport(pool, of);
  };

  return [
    view('usage-analytics', 'Messages, sessions, widget loads and what is billed', usageAnswer, (of) =>
      usageAnalytics(pool, of),
    ),
    view('faq-analytics', 'What is asked most, similar questions together', faqAnswer, (of) =>
      faqAnalytics(pool, of),
    ),
    view(
      'answer-quality-analytics',
      'Scores, confidence and thumbs of the answers',
      answerQualityAnalytics,
      (of) => answerQuality(pool, of),
    ),
    view('word-cloud', 'Words by the number of questions that they stand in', wordAnswer, (of) =>
      wordCloud(pool, of),
    ),
    view('gaps', 'Questions that were not answered, or badly', gapAnswer, (of) => gapQueue(deps, of)),
    route({
      method: 'POST',
      path: `${path}/gaps/:clientId/:gapId/content-request`,
      may: ITS_OWN,
      ofClient,
      summary: "Ask that the client's website is looked through for what was not answered",
      params: byClient.extend({ gapId: z.uuid() }),
      /** The view in which the gap is, of this client. */
      body: ofOneClient,
      response: contentRequestSubmitted,
      reads,
      async handle({ params: { clientId, gapId }, body, session, execute }) {
        const { state } = await commands.load(client, streams.client(clientId));
        if (!isInUse(state) || !state?.primary_domain) throw clientNotFound();
        const gap = await findGap(deps, await viewFor({ ...body, clientId }, session), gapId);
        if (!gap) throw notFound();
        const submitted = { success: true as const, message: CONTENT_REQUEST_TEXTS.submitted, id: gap.id };
        if (gap.requested) return submitted;
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
        return submitted;
      },
    }),
    route({
      method: 'GET',
      path: `${path}/export`,
      may: ITS_OWN,
      ofClient,
      summary: "A view's table as CSV",
      query: exportQuery,
      reads,
      async handle({ query, session, ctx }) {
        const csv = await csvOf(deps, await viewFor(query, session), query.view);
        ctx.attachment(`analytics-${query.view}-${query.timeframe}.csv`);
        ctx.type = 'text/csv; charset=utf-8';
        ctx.body = csv;
      },
    }),
    route({
      method: 'GET',
      path: `${path}/shareable-analytics`,
      may: ITS_OWN,
      ofClient,
      summary: "A client's report: figures, and nothing that anybody wrote",
      query: analyticsQuery,
      response: reportAnswer,
      reads,
      handle: ({ query, session }) => report(query, session),
    }),
    route({
      method: 'GET',
      path: `${path}/shareable-analytics/:clientId`,
      may: ITS_OWN,
      ofClient,
      summary: "A client's report",
      params: byClient,
      query: ofOneClient,
      response: reportAnswer,
      reads,
      handle: ({ params, query, session }) => report({ ...query, ...params }, session),
    }),
    route({
      method: 'POST',
      path: `${path}/shareable-analytics/:clientId/link`,
      may: ITS_OWN,
      ofClient,
      summary: "A link to a client's report that needs no sign-in, until it expires",
      params: byClient,
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
          url: `${config.PUBLIC_URL ?? `http://localhost:${config.PORT}`}/shared-report?token=${token}`,
          expires_at,
        };
      },
    }),
    route({
      method: 'DELETE',
      path: `${path}/shareable-analytics/:clientId/link`,
      may: ITS_OWN,
      ofClient,
      summary: "Revoke every link to a client's report",
      params: byClient,
      response: resetAnswer,
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
    route({
      method: 'GET',
      path: '/api/public/analytics-report/:token',
      may: 'anyone',
      summary: 'The report that somebody shared by a link',
      params: z.object({ token: z.string().max(1000) }),
      response: publicReport,
      async handle({ params: { token }, ctx }) {
        const { expiresAt, issuedAt, ...query } = readReportToken(secrets, token, new Date());
        const [revoked, { state: of }] = await Promise.all([
          commands.load(revokedLinks, streams.analytics(query.clientId)),
          commands.load(client, streams.client(query.clientId)),
        ]);
        refuseRevoked({ issuedAt }, revoked.state);
        refuseUnlessServed(of);
        ctx.set('Cache-Control', 'private, no-store');
        return { report: await shareableReport(pool, await viewOf(pool, query)), expires_at: expiresAt };
      },
    }),
    route({
      method: 'DELETE',
      path: `${path}/reset-client-data/:clientId`,
      may: ITS_OWN,
      ofClient,
      summary: "Start a client's figures again; what was billed, and the log, stay",
      params: byClient,
      body: resetBody,
      response: resetAnswer,
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
