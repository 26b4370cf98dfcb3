import { streams } from '@landline/event-schemas';
import type { Context } from 'koa';
import type { Origin } from '../../platform/commands/commands.ts';
import { DomainError } from '../../platform/errors.ts';
import { positionToken } from '../../platform/http/min-position.ts';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Execute, type Route, route } from '../../platform/http/route.ts';
import { releasePages, withholdPages } from '../answers/page-content.ts';
import type { AssistantPorts } from '../ports.ts';
import { STAFF } from '../request-guards.ts';
import {
  blacklistBody,
  clientPageBody,
  crawlPagesBody,
  crawlPagesResponse,
  customUrlBody,
  customUrlResponse,
  DEFAULT_PRIORITY,
  doneMessage,
  permanentlyDeleteBody,
  restoreBody,
  updatePriorityBody,
  WEBSITE_TEXTS,
} from './contract.ts';
import { crawlPages } from './crawl.ts';
import { type PageTarget, targetOf } from './crawl-page.ts';
import { loadClient } from './load-client.ts';
import { type Page, type PageCommand, page, pageUnknown, urlBlacklisted } from './page.ts';
import { assertRoomForPage } from './page-limit.ts';
import { purgeAllPages, purgePages } from './purge-pages.ts';
import { listPages } from './queries.ts';
import { normalUrl, pageIdOf } from './urls.ts';

const READS = ['pages'] as const;

const idsOf = (pages: readonly { page_id: string }[]) => pages.map(({ page_id }) => page_id);

/** Routes for commands on pages (spec 002 §2, §7). */
export function pageRoutes(ports: AssistantPorts): Route[] {
  const { pool, commands, logId } = ports;

  /** Loads pages; throws before any change if one is unknown or belongs to another client. */
  async function loadPages(
    ids: readonly string[],
    clientId?: string,
    unknownText?: string,
  ): Promise<NonNullable<Page>[]> {
    const pages: NonNullable<Page>[] = [];
    for (const id of new Set(ids)) {
      const { state } = await commands.load(page, streams.page(id));
      if (!state || (clientId !== undefined && state.client_id !== clientId)) throw pageUnknown(unknownText);
      pages.push(state);
    }
    return pages;
  }

  async function executeOnEach(pages: readonly NonNullable<Page>[], command: PageCommand, execute: Execute) {
    for (const { page_id } of pages) await execute(page, { stream: streams.page(page_id), command });
  }

  /** Stops answers from quoting pages; `purge` also deletes their content. */
  async function withhold(pages: readonly NonNullable<Page>[], { purge }: { purge: boolean }) {
    for (const [clientId, pagesOfClient] of Map.groupBy(pages, ({ client_id }) => client_id)) {
      await withholdPages(pool, clientId, pagesOfClient);
      if (purge) await purgePages(ports, clientId, idsOf(pagesOfClient));
    }
  }

  /** Adds a page of any host, to which the site's patterns do not apply. */
  async function addCustomPage(
    { clientId, priority, ...body }: { clientId: string; url: string; priority: number },
    execute: Execute,
  ): Promise<{ page_id: string; url: string }> {
    const url = normalUrl(body.url);
    if (url === undefined) throw new DomainError('malformed', 'URL_INVALID', WEBSITE_TEXTS.invalidUrl);
    const target = { page_id: pageIdOf(clientId, url), url };
    const { state } = await execute(page, {
      stream: streams.page(target.page_id),
      command: { type: 'add', ...target, client_id: clientId, priority, is_custom: true },
    });
    if (state?.isBlacklisted) throw urlBlacklisted();
    await releasePages(pool, clientId, [target.page_id]);
    return target;
  }

  /** Crawls pages within the request. */
  async function crawlNow(
    clientId: string,
    targets: readonly PageTarget[],
    { actor, correlationId, ctx }: Origin & { ctx: Context },
  ) {
    const { summary, position } = await crawlPages(ports, clientId, targets, { actor, correlationId });
    ctx.set('X-Event-Position', positionToken(logId, position));
    return summary;
  }

  const blacklist = (path: string, content_deleted: boolean, summary: string) =>
    route.post(path, {
      may: STAFF,
      summary,
      body: blacklistBody,
      response: messageResponse,
      async handle({ body: { client_id, pageIds }, execute }) {
        const pages = await loadPages(pageIds, client_id, WEBSITE_TEXTS.noUrls);
        await executeOnEach(pages, { type: 'blacklist', content_deleted }, execute);
        await withhold(pages, { purge: content_deleted });
        return doneMessage('Selected URLs have been blacklisted');
      },
    });

  return [
    route.post('/api/ai/scraping/scrape-immediate', {
      may: STAFF,
      summary: 'Crawl pages within the request',
      body: crawlPagesBody,
      response: crawlPagesResponse,
      async handle({ body: { clientId, urlIds }, ...request }) {
        const pages = await loadPages(urlIds, clientId);
        const summary = await crawlNow(clientId, pages.map(targetOf), request);
        const { successful, total } = summary;
        return {
          ...doneMessage(`Immediate scraping completed: ${successful}/${total} URLs scraped successfully`),
          summary,
        };
      },
    }),
    route.post('/api/ai/scraping/add-custom-url', {
      may: STAFF,
      summary: 'Add a URL to a client',
      body: customUrlBody,
      response: customUrlResponse,
      async handle({ body: { clientId, url, priority, scrapeImmediately }, ...request }) {
        await loadClient(ports, clientId);
        const target = await addCustomPage({ clientId, url, priority }, request.execute);
        if (!scrapeImmediately) return doneMessage('URL added successfully');
        const summary = await crawlNow(clientId, [{ ...target, is_custom: true }], request);
        const { successful, total } = summary;
        return {
          ...doneMessage(`URL added and scraped immediately! (${successful}/${total} successful)`),
          scrapeResult: { summary },
        };
      },
    }),
    route.post('/api/ai/learned-pages/client/:clientId', {
      may: ['ClientUser'],
      ofClient: { product: 'ai_assistant' },
      summary: 'Add a page, PDF, Word document or text file on any host; it is read in the background',
      body: clientPageBody,
      response: messageResponse,
      status: 202,
      reads: READS,
      async handle({ params: { clientId }, body: { url }, execute }) {
        await assertRoomForPage(ports, clientId);
        await addCustomPage({ clientId, url, priority: DEFAULT_PRIORITY }, execute);
        return doneMessage('Your assistant is reading the page.');
      },
    }),
    route.patch('/api/ai/scraping/update-priority', {
      may: STAFF,
      summary: 'Change the priority of pages',
      body: updatePriorityBody,
      response: messageResponse,
      async handle({ body: { pageIds, priority }, execute }) {
        await executeOnEach(await loadPages(pageIds), { type: 'prioritize', priority }, execute);
        return doneMessage('Priority updated successfully');
      },
    }),
    blacklist('/api/ai/scraping/blacklist-by-url', false, 'Blacklist pages'),
    blacklist('/api/ai/scraping/blacklist-and-delete', true, 'Blacklist pages and delete their content'),
    route.post('/api/ai/scraping/restore-blacklisted', {
      may: STAFF,
      summary: 'Restore blacklisted URLs',
      body: restoreBody,
      response: messageResponse,
      async handle({ body: { ids, client_id }, execute }) {
        const pages = await loadPages(ids, client_id);
        await executeOnEach(pages, { type: 'restore' }, execute);
        await releasePages(pool, client_id, idsOf(pages));
        return doneMessage('Selected URLs have been restored');
      },
    }),
    route.delete('/api/ai/scraping/permanently-delete', {
      may: STAFF,
      summary: 'Delete blacklisted URLs and their content',
      body: permanentlyDeleteBody,
      response: messageResponse,
      async handle({ body: { urlIds }, execute }) {
        const pages = await loadPages(urlIds);
        if (pages.some(({ isBlacklisted }) => !isBlacklisted))
          throw new DomainError(
            'conflict',
            'URL_NOT_BLACKLISTED',
            'Only blacklisted URLs can be deleted permanently.',
          );
        await executeOnEach(pages, { type: 'delete' }, execute);
        await withhold(pages, { purge: true });
        return doneMessage('Selected URLs have been permanently deleted');
      },
    }),
    route.delete('/api/ai/scraping/delete-all-content/:clientId', {
      may: STAFF,
      summary: 'Delete all pages of a client and their content; keeps the blacklist',
      response: messageResponse,
      reads: READS,
      async handle({ params: { clientId }, execute }) {
        await loadClient(ports, clientId);
        const pages = await listPages(pool, clientId);
        for (const { id } of pages)
          await execute(page, { stream: streams.page(id), command: { type: 'delete' } });
        await withholdPages(
          pool,
          clientId,
          pages.map(({ id, url }) => ({ page_id: id, url })),
        );
        await purgeAllPages(ports, clientId);
        return doneMessage('All content deleted successfully');
      },
    }),
  ];
}
