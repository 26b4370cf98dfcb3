import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import { forgetPages, releasePages, withholdPages } from '../answers/knowledge.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { positionToken } from '../http/min-position.ts';
import { type Route, type RouteRequest, route, type Session } from '../http/route.ts';
import { clientOf } from './client-of.ts';
import {
  blacklistBody,
  customUrlBody,
  customUrlResponse,
  done,
  isDone,
  permanentlyDeleteBody,
  restoreBody,
  SCRAPING_TEXTS,
  scrapeImmediateBody,
  scrapeImmediateResponse,
  updatePriorityBody,
} from './contract.ts';
import { scrapeNow } from './crawl.ts';
import { type Page, type PageCommand, page, pageUnknown } from './page.ts';
import { listPages } from './queries.ts';
import { normalUrl, pageIdOf } from './urls.ts';

const STAFF = ['SuperAdmin', 'Admin'] as const;
const READS = ['pages'] as const;
const ofClient = z.object({ clientId: z.string().max(100) });

const idsOf = (pages: readonly { page_id: string }[]) => pages.map(({ page_id }) => page_id);

type Execute = RouteRequest<unknown, unknown, unknown, Session>['execute'];

/** What staff do to the pages that the assistant reads, one or many (spec 002 §2, §7). */
export function pageRoutes(deps: Deps): Route[] {
  const { pool, commands, logId } = deps;

  /** These pages, all of that client; fails, before anything happens, when one is not. */
  async function pagesOf(
    ids: readonly string[],
    clientId?: string,
    otherwise?: string,
  ): Promise<NonNullable<Page>[]> {
    const found: NonNullable<Page>[] = [];
    for (const id of new Set(ids)) {
      const { state } = await commands.load(page, streams.page(id));
      if (!state || (clientId !== undefined && state.client_id !== clientId)) throw pageUnknown(otherwise);
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
        const pages = await pagesOf(pageIds, client_id, SCRAPING_TEXTS.noUrls);
        await each(pages, { type: 'blacklist', content_deleted }, execute);
        await withhold(pages, { forget: content_deleted });
        return isDone('Selected URLs have been blacklisted');
      },
    });

  return [
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
        await clientOf(deps, clientId);
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
        await clientOf(deps, clientId);
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
  ];
}
