import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import { pageAllowance } from '../billing/prices.ts';
import type { Deps } from '../deps.ts';
import { type Route, route } from '../http/route.ts';
import { isWorkerAlive } from '../reactors/liveness.ts';
import { clientOf } from './client-of.ts';
import {
  blacklistedResponse,
  done,
  isDone,
  learnedPages,
  learnedPagesQuery,
  pageHistory,
  pagesResponse,
  scrapeBody,
  siteSettings,
  workerStatus,
} from './contract.ts';
import { historyOfPage } from './history.ts';
import { listLearned } from './learned.ts';
import { listBlacklisted, listPages, siteOf, statusOfWorker } from './queries.ts';
import { site } from './site.ts';

const STAFF = ['SuperAdmin', 'Admin'] as const;
const READS = ['pages'] as const;
const ofClient = z.object({ clientId: z.string().max(100) });

/** What the assistant reads of a client's website (spec 002 §2, §7). */
export function scrapingRoutes(deps: Deps): Route[] {
  const { pool, pg, commands } = deps;

  return [
    route({
      method: 'GET',
      path: '/api/ai/scraping/pages/:clientId',
      may: STAFF,
      summary: "The pages of a client's website with their status, and what is under way",
      params: ofClient,
      response: pagesResponse,
      reads: READS,
      async handle({ params: { clientId } }) {
        const { plan_tier } = await clientOf(deps, clientId);
        const { state } = await commands.load(site, streams.site(clientId));
        // First whether all were found, then what was.
        const present = await siteOf(pool, clientId);
        return {
          ...present,
          pages: await listPages(pool, clientId),
          allowance: await pageAllowance(pool, plan_tier),
          settings: state.settings,
        };
      },
    }),
    route({
      method: 'GET',
      path: '/api/ai/scraping/pages/:clientId/:pageId/history',
      may: STAFF,
      summary: 'What became of a page, the newest first',
      params: ofClient.extend({ pageId: z.string().max(100) }),
      response: pageHistory,
      reads: ['audit', 'staff', 'clients'],
      handle: ({ params: { clientId, pageId } }) => historyOfPage(deps, clientId, pageId),
    }),
    route({
      method: 'PUT',
      path: '/api/ai/scraping/settings/:clientId',
      may: STAFF,
      summary: "Which pages of a client's website are read, and how often",
      params: ofClient,
      body: siteSettings,
      response: done,
      async handle({ params: { clientId }, body, execute }) {
        await clientOf(deps, clientId);
        await execute(site, {
          stream: streams.site(clientId),
          command: { type: 'change_settings', client_id: clientId, ...body },
        });
        return isDone('Crawl settings saved');
      },
    }),
    route({
      method: 'GET',
      path: '/api/ai/scraping/blacklisted-urls/:clientId',
      may: STAFF,
      summary: 'The URLs of a client that are not scraped',
      params: ofClient,
      response: blacklistedResponse,
      reads: READS,
      handle: async ({ params: { clientId } }) => ({ urls: await listBlacklisted(pool, clientId) }),
    }),
    route({
      method: 'POST',
      path: '/api/ai/scraping/discover/:clientId',
      may: STAFF,
      summary: "Find the pages of a client's website",
      params: ofClient,
      response: done,
      async handle({ params: { clientId }, execute }) {
        await clientOf(deps, clientId);
        await execute(site, {
          stream: streams.site(clientId),
          command: { type: 'discover', client_id: clientId },
        });
        return isDone('URL discovery has started');
      },
    }),
    route({
      method: 'POST',
      path: '/api/ai/scraping/scrape',
      may: STAFF,
      summary: 'Scrape all pages of a client, those of high priority first',
      body: scrapeBody,
      response: done,
      async handle({ body: { clientId }, execute }) {
        await clientOf(deps, clientId);
        await execute(site, {
          stream: streams.site(clientId),
          command: { type: 'scrape', client_id: clientId },
        });
        return isDone('Scraping has started');
      },
    }),
    route({
      method: 'POST',
      path: '/api/ai/scraping/stop',
      may: STAFF,
      summary:
        'Stop the visit that is under way: what was read of the website stays, what was not waits for the next',
      body: scrapeBody,
      response: done,
      async handle({ body: { clientId }, execute }) {
        await clientOf(deps, clientId);
        const { events } = await execute(site, {
          stream: streams.site(clientId),
          command: { type: 'stop', client_id: clientId },
        });
        return isDone(events.length > 0 ? 'Scraping has been stopped' : 'Nothing was being scraped');
      },
    }),
    route({
      method: 'GET',
      path: '/api/ai/learned-pages/client/:clientId',
      may: ['ClientUser', ...STAFF],
      ofClient: { product: 'ai_assistant' },
      summary: "What the assistant has learned of a client's website, for the client",
      params: ofClient,
      query: learnedPagesQuery,
      response: learnedPages,
      reads: READS,
      async handle({ params: { clientId }, query }) {
        const { plan_tier } = await clientOf(deps, clientId);
        const { indexed, scraping, scraped_at } = await siteOf(pool, clientId);
        const found = await listLearned(pool, clientId, query);
        return { ...found, indexed, allowance: await pageAllowance(pool, plan_tier), scraping, scraped_at };
      },
    }),
    route({
      method: 'GET',
      path: '/api/ai/scraping/worker-status',
      may: STAFF,
      asStaff: true,
      summary: 'Whether a worker is there, and what waits for it',
      response: workerStatus,
      reads: READS,
      async handle() {
        const connected = await isWorkerAlive(pg);
        return {
          connected,
          error: connected ? null : 'Check configuration',
          ...(await statusOfWorker(pool)),
        };
      },
    }),
  ];
}
