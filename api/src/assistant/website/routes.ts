import { streams } from '@landline/event-schemas';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Execute, type Route, route } from '../../platform/http/route.ts';
import { isWorkerAlive } from '../../platform/reactors/liveness.ts';
import { pageAllowance } from '../billing/prices.ts';
import type { AssistantPorts } from '../ports.ts';
import { STAFF, STAFF_OR_OWN_CLIENT } from '../request-guards.ts';
import {
  blacklistedResponse,
  clientPages,
  clientPagesQuery,
  crawlBody,
  doneMessage,
  pageHistory,
  pagesResponse,
  siteSettings,
  workerStatus,
} from './contract.ts';
import { assertUsesAssistant } from './crawl.ts';
import { loadClient } from './load-client.ts';
import { readPageHistory } from './page-history.ts';
import { listBlacklisted, listClientPages, listPages, readWorkerFigures, siteStatusOf } from './queries.ts';
import { site } from './site.ts';

const READS = ['pages'] as const;

/** Routes for crawling a client's website (spec 002 §2, §7). */
export function websiteRoutes(ports: AssistantPorts): Route[] {
  const { pool, pg, commands, answers } = ports;

  async function executeOnSite(
    type: 'discover' | 'crawl' | 'stop_crawl',
    client_id: string,
    execute: Execute,
  ) {
    const client = await loadClient(ports, client_id);
    if (type === 'crawl') assertUsesAssistant(client);
    return execute(site, { stream: streams.site(client_id), command: { type, client_id } });
  }

  return [
    route.get('/api/ai/scraping/pages/:clientId', {
      may: STAFF,
      summary: "The pages of a client's website with their status, and running work",
      response: pagesResponse,
      reads: READS,
      async handle({ params: { clientId } }) {
        const { plan_tier } = await loadClient(ports, clientId);
        const { state } = await commands.load(site, streams.site(clientId));
        // Read the state before the pages: once the state says that a crawl has ended, all of its pages are listed.
        const website = await siteStatusOf(pool, clientId, answers.embeddingModel);
        return {
          ...website,
          pages: await listPages(pool, clientId),
          allowance: await pageAllowance(pool, plan_tier),
          settings: state.settings,
        };
      },
    }),
    route.get('/api/ai/scraping/pages/:clientId/:pageId/history', {
      may: STAFF,
      summary: 'History of a page, newest first',
      response: pageHistory,
      reads: ['audit', 'staff', 'clients'],
      handle: ({ params: { clientId, pageId } }) => readPageHistory(ports, clientId, pageId),
    }),
    route.put('/api/ai/scraping/settings/:clientId', {
      may: STAFF,
      summary: "Set which pages of a client's website are crawled, and how often",
      body: siteSettings,
      response: messageResponse,
      async handle({ params: { clientId }, body, execute }) {
        await loadClient(ports, clientId);
        await execute(site, {
          stream: streams.site(clientId),
          command: { type: 'change_settings', client_id: clientId, ...body },
        });
        return doneMessage('Crawl settings saved');
      },
    }),
    route.get('/api/ai/scraping/blacklisted-urls/:clientId', {
      may: STAFF,
      summary: 'The blacklisted URLs of a client',
      response: blacklistedResponse,
      reads: READS,
      handle: async ({ params: { clientId } }) => ({ urls: await listBlacklisted(pool, clientId) }),
    }),
    route.post('/api/ai/scraping/discover/:clientId', {
      may: STAFF,
      summary: "Find the pages of a client's website",
      response: messageResponse,
      async handle({ params: { clientId }, execute }) {
        await executeOnSite('discover', clientId, execute);
        return doneMessage('URL discovery has started');
      },
    }),
    route.post('/api/ai/scraping/scrape', {
      may: STAFF,
      summary: 'Crawl all pages of a client, by priority',
      body: crawlBody,
      response: messageResponse,
      async handle({ body: { clientId }, execute }) {
        await executeOnSite('crawl', clientId, execute);
        return doneMessage('Scraping has started');
      },
    }),
    route.post('/api/ai/scraping/stop', {
      may: STAFF,
      summary: 'Stop the running crawl; visited pages stay, the others wait for the next crawl',
      body: crawlBody,
      response: messageResponse,
      async handle({ body: { clientId }, execute }) {
        const { events } = await executeOnSite('stop_crawl', clientId, execute);
        return doneMessage(events.length > 0 ? 'Scraping has been stopped' : 'Nothing was being scraped');
      },
    }),
    route.get('/api/ai/learned-pages/client/:clientId', {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'The pages of a client, for the client itself',
      query: clientPagesQuery,
      response: clientPages,
      reads: READS,
      async handle({ params: { clientId }, query }) {
        const { plan_tier } = await loadClient(ports, clientId);
        const { indexed, passages, encoded, scraping, scraped_at } = await siteStatusOf(
          pool,
          clientId,
          answers.embeddingModel,
        );
        return {
          ...(await listClientPages(pool, clientId, query)),
          indexed,
          passages,
          encoded,
          allowance: await pageAllowance(pool, plan_tier),
          scraping,
          scraped_at,
        };
      },
    }),
    route.get('/api/ai/scraping/worker-status', {
      may: STAFF,
      summary: 'Worker status and queue figures',
      response: workerStatus,
      reads: READS,
      async handle() {
        const connected = await isWorkerAlive(pg);
        return {
          connected,
          error: connected ? null : 'Check configuration',
          ...(await readWorkerFigures(pool)),
        };
      },
    }),
  ];
}
