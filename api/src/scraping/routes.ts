import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import { forgetPages, releasePages, withholdPages } from '../answers/knowledge.ts';
import { client, clientNotFound } from '../clients/client.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { positionToken } from '../http/min-position.ts';
import { type Route, type RouteRequest, route, type Session } from '../http/route.ts';
import { isWorkerAlive } from '../reactors/liveness.ts';
import {
  blacklistBody,
  blacklistedResponse,
  customUrlBody,
  customUrlResponse,
  done,
  pageHistory,
  pagesResponse,
  permanentlyDeleteBody,
  restoreBody,
  SCRAPING_TEXTS,
  scrapeBody,
  scrapeImmediateBody,
  scrapeImmediateResponse,
  siteSettings,
  updatePriorityBody,
  workerStatus,
} from './contract.ts';
import { PAGE_ALLOWANCE, scrapeNow } from './crawl.ts';
import { historyOfPage } from './history.ts';
import { type Page, type PageCommand, page, pageUnknown } from './page.ts';
import { listBlacklisted, listPages, siteOf, statusOfWorker } from './queries.ts';
import { site } from './site.ts';
import { normalUrl, pageIdOf } from './urls.ts';

const STAFF = ['SuperAdmin', 'Admin'] as const;
const READS = ['pages'] as const;
const ofClient = z.object({ clientId: z.string().max(100) });
const isDone = (message: string) => ({ success: true as const, message });

const idsOf = (pages: readonly { page_id: string }[]) => pages.map(({ page_id }) => page_id);

type Execute = RouteRequest<unknown, unknown, unknown, Session>['execute'];

/** What the assistant reads of a client's website (spec 002 §2, §7). */
export function scrapingRoutes(deps: Deps): Route[] {
  const { pool, pg, commands, logId } = deps;

  async function clientOf(clientId: string) {
    const { state } = await commands.load(client, streams.client(clientId));
    if (!state) throw clientNotFound();
    return state;
  }

  /** These pages, all of that client; fails, before anything happens, when one is not. */
  async function pagesOf(ids: readonly string[], clientId?: string): Promise<NonNullable<Page>[]> {
    const found: NonNullable<Page>[] = [];
    for (const id of new Set(ids)) {
      const { state } = await commands.load(page, streams.page(id));
      if (!state || (clientId !== undefined && state.client_id !== clientId)) throw pageUnknown();
      found.push(state);
    }
    return found;
  }

  async function each(pages: readonly NonNullable<Page>[], command: PageCommand, execute: Execute) {
    for (const { page_id } of pages) await execute(page, { stream: streams.page(page_id), command });
  }

  /** Nothing of them is quoted from now on; what is known of them is kept, or not. */
  async function withhold(pages: readonly NonNullable<Page>[], { forget }: { forget: boolean }) {
    for (const [clientId, its] of Map.groupBy(pages, ({ client_id }) => client_id)) {
      await withholdPages(pool, clientId, its);
      if (forget) await forgetPages(pool, clientId, idsOf(its));
    }
  }

  /** With the content of the pages also deleted, nothing of them is quoted from now on. */
  const blacklist = (path: string, content_deleted: boolean, summary: string) =>
    route({
      method: 'POST',
      path,
      may: STAFF,
      summary,
      body: blacklistBody,
      response: done,
      async handle({ body: { client_id, pageIds }, execute }) {
        const pages = await pagesOf(pageIds, client_id);
        await each(pages, { type: 'blacklist', content_deleted }, execute);
        await withhold(pages, { forget: content_deleted });
        return isDone('Selected URLs have been blacklisted');
      },
    });

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
        const { plan_tier } = await clientOf(clientId);
        const { state } = await commands.load(site, streams.site(clientId));
        // First whether all were found, then what was.
        const present = await siteOf(pool, clientId);
        return {
          ...present,
          pages: await listPages(pool, clientId),
          allowance: PAGE_ALLOWANCE[plan_tier],
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
        await clientOf(clientId);
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
        await clientOf(clientId);
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
        await clientOf(clientId);
        await execute(site, {
          stream: streams.site(clientId),
          command: { type: 'scrape', client_id: clientId },
        });
        return isDone('Scraping has started');
      },
    }),
    route({
      method: 'POST',
      path: '/api/ai/scraping/scrape-immediate',
      may: STAFF,
      summary: 'Scrape these pages while the caller waits',
      body: scrapeImmediateBody,
      response: scrapeImmediateResponse,
      async handle({ body: { clientId, urlIds }, actor, correlationId, ctx }) {
        const pages = await pagesOf(urlIds, clientId);
        const { summary, position } = await scrapeNow(deps, clientId, pages, { actor, correlationId });
        ctx.set('X-Event-Position', positionToken(logId, position));
        const { successful, total } = summary;
        return {
          ...isDone(`Immediate scraping completed: ${successful}/${total} URLs scraped successfully`),
          summary,
        };
      },
    }),
    route({
      method: 'POST',
      path: '/api/ai/scraping/add-custom-url',
      may: STAFF,
      summary: 'Put a URL on the list of a client',
      body: customUrlBody,
      response: customUrlResponse,
      async handle({
        body: { clientId, priority, scrapeImmediately, ...body },
        actor,
        correlationId,
        execute,
        ctx,
      }) {
        await clientOf(clientId);
        const url = normalUrl(body.url);
        if (url === undefined) throw new DomainError('malformed', 'URL_INVALID', SCRAPING_TEXTS.invalidUrl);
        const target = { page_id: pageIdOf(clientId, url), url };
        const stream = streams.page(target.page_id);
        const { state } = await execute(page, {
          stream,
          command: { type: 'add', ...target, client_id: clientId, priority, is_custom: true },
        });
        if (state?.isBlacklisted)
          throw new DomainError('conflict', 'URL_BLACKLISTED', 'This URL is blacklisted. Restore it first.');
        await releasePages(pool, clientId, [target.page_id]);
        if (!scrapeImmediately) return isDone('URL added successfully');
        const { summary, position } = await scrapeNow(deps, clientId, [{ ...target, is_custom: true }], {
          actor,
          correlationId,
        });
        ctx.set('X-Event-Position', positionToken(logId, position));
        const { successful, total } = summary;
        return {
          ...isDone(`URL added and scraped immediately! (${successful}/${total} successful)`),
          scrapeResult: { summary },
        };
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/ai/scraping/update-priority',
      may: STAFF,
      summary: 'Change the priority of pages',
      body: updatePriorityBody,
      response: done,
      async handle({ body: { pageIds, priority }, execute }) {
        await each(await pagesOf(pageIds), { type: 'prioritise', priority }, execute);
        return isDone('Priority updated successfully');
      },
    }),
    blacklist('/api/ai/scraping/blacklist-by-url', false, 'Stop scraping these pages'),
    blacklist(
      '/api/ai/scraping/blacklist-and-delete',
      true,
      'Stop scraping these pages and delete their content',
    ),
    route({
      method: 'POST',
      path: '/api/ai/scraping/restore-blacklisted',
      may: STAFF,
      summary: 'Put blacklisted URLs back on the list',
      body: restoreBody,
      response: done,
      async handle({ body: { ids, client_id }, execute }) {
        const pages = await pagesOf(ids, client_id);
        await each(pages, { type: 'restore' }, execute);
        await releasePages(pool, client_id, idsOf(pages));
        return isDone('Selected URLs have been restored');
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/ai/scraping/permanently-delete',
      may: STAFF,
      summary: 'Delete blacklisted URLs and what was learned of them',
      body: permanentlyDeleteBody,
      response: done,
      async handle({ body: { urlIds }, execute }) {
        const pages = await pagesOf(urlIds);
        if (pages.some(({ isBlacklisted }) => !isBlacklisted))
          throw new DomainError(
            'conflict',
            'URL_NOT_BLACKLISTED',
            'Only blacklisted URLs are deleted for good.',
          );
        await each(pages, { type: 'delete' }, execute);
        await withhold(pages, { forget: true });
        return isDone('Selected URLs have been permanently deleted');
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/ai/scraping/delete-all-content/:clientId',
      may: STAFF,
      summary: 'Delete all pages of a client and what was learned of them; the blacklist stays',
      params: ofClient,
      response: done,
      reads: READS,
      async handle({ params: { clientId }, execute }) {
        await clientOf(clientId);
        const pages = await listPages(pool, clientId);
        for (const { id } of pages)
          await execute(page, { stream: streams.page(id), command: { type: 'delete' } });
        await withholdPages(
          pool,
          clientId,
          pages.map(({ id, url }) => ({ page_id: id, url })),
        );
        await forgetPages(pool, clientId);
        return isDone('All content deleted successfully');
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
