import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/api.ts';
import { docxOf } from '../../testing/docx.ts';
import { sendHtml, startWebsite, type Website } from '../../testing/website.ts';
import type { PageRecord } from './contract.ts';
import { DOCX } from './documents.ts';
import { pagesToCrawl } from './queries.ts';
import {
  CRAWL_TIMEOUT_MS,
  type CrawlEnvironment,
  startCrawlEnvironment,
  startShop,
} from './testing/crawl-environment.ts';

let environment: CrawlEnvironment;
let shop: Website;
let faults: Awaited<ReturnType<typeof startShop>>['faults'];
beforeAll(async () => {
  ({ shop, faults } = await startShop());
  environment = await startCrawlEnvironment();
  await environment.addClient('shop', shop.origin);
  await environment.addClient('other', 'https://other.example.com');
  await environment.crawl('shop');
}, CRAWL_TIMEOUT_MS);
afterAll(async () => {
  await environment?.stop();
  await shop?.stop();
});

const statuses = (pages: readonly PageRecord[]) =>
  Object.fromEntries(pages.map(({ url, status }) => [url, status]));

describe('website routes', () => {
  test('blacklist a page, which is not quoted until it is restored', async () => {
    const id = await environment.idOf('shop', '/new');
    const body = { urls: [], client_id: 'shop', pageIds: [id] };
    const requests = () => shop.requests.filter((path) => path === '/new').length;
    const before = requests();
    await environment.command('POST', 'blacklist-by-url', body);
    const unanswered = await environment.ask('shop', 'What does parking cost?');
    expect(unanswered.answered).toBe(false);
    expect(unanswered.message).not.toContain('3 dollars');
    await environment.command('POST', 'restore-blacklisted', { ids: [id], client_id: 'shop' });
    expect((await environment.ask('shop', 'What does parking cost?')).message).toContain('3 dollars');
    expect((await environment.pagesOf('shop')).pages.find((each) => each.id === id)).toMatchObject({
      status: 'completed',
      passages: 1,
    });
    const history = async () =>
      (await environment.get(`/api/ai/scraping/pages/shop/${id}/history`)).body.entries.slice(0, 3);
    const entries = await eventually('the page was crawled again', async () => {
      const latest = await history();
      return latest[0]?.type === 'PageScraped' && latest;
    });
    expect(entries).toMatchObject([
      { type: 'PageScraped', by: 'Landline', changed: false },
      { type: 'PageRestored', by: 'Ada Admin' },
      { type: 'PageBlacklisted', by: 'Ada Admin', content_deleted: false },
    ]);
    expect(requests()).toBe(before + 1);
  });

  test('stop a crawl, which keeps visited pages, and start another', {
    timeout: CRAWL_TIMEOUT_MS,
  }, async () => {
    const before = statuses((await environment.pagesOf('shop')).pages);
    faults.slow = true;
    const requestsBefore = shop.requests.length;
    await environment.command('POST', 'scrape', { clientId: 'shop' });
    // robots.txt and two pages.
    await eventually(
      'the crawl is in progress',
      async () => shop.requests.length >= requestsBefore + 3,
      CRAWL_TIMEOUT_MS,
    );
    const stop = await environment.command('POST', 'stop', { clientId: 'shop' });
    expect(stop.body).toEqual({ success: true, message: 'Scraping has been stopped' });
    const { scraping, pages } = await environment.pagesOf('shop');
    expect(scraping).toBe(false);
    expect(statuses(pages)).toEqual(before);
    const secondStop = await environment.command('POST', 'stop', { clientId: 'shop' });
    expect(secondStop.body.message).toBe('Nothing was being scraped');
    // Discovery is queued behind the stopped crawl, so the crawl has ended when discovery starts.
    faults.slow = false;
    const requestsAtStop = shop.requests.length;
    await environment.discover('shop');
    // The crawl finishes at most the page that it is reading; discovery requests only robots.txt and the sitemap.
    expect(
      shop.requests.slice(requestsAtStop).filter((each) => !/^\/(robots\.txt|map\.xml)$/.test(each)).length,
    ).toBeLessThanOrEqual(1);
    expect(statuses((await environment.pagesOf('shop')).pages)).toEqual(before);
    expect(statuses(Object.values(await environment.crawl('shop')))).toEqual(before);
  });

  test('show a list of pages only to its own client', async () => {
    const { token, clientId = '' } = await environment.api.signIn('ClientUser');
    const listOwn = (query = '') =>
      environment.get(`/api/ai/learned-pages/client/${clientId}${query}`, token);
    expect((await listOwn()).body).toMatchObject({
      pages: [],
      total: 0,
      found: 0,
      indexed: 0,
      passages: 0,
      encoded: 0,
      scraping: false,
    });
    const url = `${shop.origin}/hours`;
    await environment.command('POST', 'add-custom-url', { clientId, url, scrapeImmediately: true });
    const missingUrl = `${shop.origin}/missing`;
    await environment.command('POST', 'add-custom-url', {
      clientId,
      url: missingUrl,
      scrapeImmediately: true,
    });
    expect((await listOwn()).body).toMatchObject({
      pages: [
        { url, status: 'completed', title: 'Opening hours' },
        {
          url: missingUrl,
          status: 'error',
          reason: 'The server returned status 404: the page does not exist',
        },
      ],
      total: 2,
      found: 2,
      needs_javascript: 0,
      indexed: 1,
    });
    expect((await listOwn('?search=OPENING')).body).toMatchObject({ pages: [{ url }], total: 2, found: 1 });
    expect((await listOwn('?status=error')).body).toMatchObject({ pages: [{ url: missingUrl }], found: 1 });
    expect((await listOwn('?page=2')).body).toMatchObject({ pages: [], found: 2 });
    expect((await environment.get('/api/ai/learned-pages/client/shop', token)).status).toBe(403);
  });

  test('let a client add pages, including documents on another host', {
    timeout: CRAWL_TIMEOUT_MS,
  }, async () => {
    const { token, clientId = '' } = await environment.api.signIn('ClientUser');
    const files: Record<string, readonly [type: string, body: string | Buffer]> = {
      '/help/returns': [
        'text/html',
        '<title>Returns</title><h1>Returns</h1><p>Parcels go back for free.</p>',
      ],
      '/terms.docx': [DOCX, docxOf('Terms of sale', 'The warranty lasts for five years.')],
      '/fees.txt': ['text/plain', 'Fees\n\nA late payment costs 12 dollars.'],
    };
    const helpCenter = await startWebsite((path, _, response) => {
      if (path === '/help') return response.writeHead(301, { location: '/help/returns' }).end();
      const [type, body] = files[path] ?? [];
      if (type === undefined) return response.writeHead(404).end();
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    try {
      const path = `/api/ai/learned-pages/client/${clientId}`;
      const add = (url: string) => environment.api.call('POST', path, { token, body: { url } });
      for (const name of ['/help', '/terms.docx', '/fees.txt']) {
        expect((await add(`${helpCenter.origin}${name}`)).status).toBe(202);
      }
      await eventually(
        'all pages are read',
        async () => (await environment.get(`${path}?status=completed`, token)).body.found === 3,
        CRAWL_TIMEOUT_MS,
      );
      const ask = async (question: string) => (await environment.ask(clientId, question)).message;
      expect(await ask('Is it free to send parcels back?')).toContain('Parcels go back for free');
      expect(await ask('How long does the warranty last?')).toContain('five years');
      expect(await ask('What does a late payment cost?')).toContain('12 dollars');
      expect((await add('ftp://files.example/')).status).toBe(400);
      const pathOfOtherClient = '/api/ai/learned-pages/client/shop';
      const body = { url: `${helpCenter.origin}/fees.txt` };
      expect((await environment.api.call('POST', pathOfOtherClient, { token, body })).status).toBe(403);
    } finally {
      await helpCenter.stop();
    }
  });

  test('blacklist a page with its content, restore it, and delete it permanently', async () => {
    const id = await environment.idOf('shop', '/new');
    const urls = [`${shop.origin}/new`];
    expect((await environment.ask('shop', 'What does parking cost?')).message).toContain('3 dollars');
    const blacklisting = await environment.command('POST', 'blacklist-and-delete', {
      urls,
      client_id: 'shop',
      pageIds: [id],
    });
    expect(blacklisting.status).toBe(200);
    expect(await environment.ask('shop', 'What does parking cost?')).toMatchObject({ answered: false });
    const list = async () => (await environment.get('/api/ai/scraping/blacklisted-urls/shop')).body.urls;
    expect(await list()).toMatchObject([{ id, url: `${shop.origin}/new` }]);
    const notBlacklisted = await environment.command('DELETE', 'permanently-delete', {
      urlIds: [await environment.idOf('shop', '/hours')],
    });
    expect(notBlacklisted.status).toBe(409);
    const restoration = await environment.command('POST', 'restore-blacklisted', {
      ids: [id],
      client_id: 'shop',
    });
    expect(restoration.body.message).toBe('Selected URLs have been restored');
    expect(await list()).toEqual([]);
    await eventually('the page was crawled again', async () =>
      (await environment.ask('shop', 'What does parking cost?')).message.includes('3 dollars'),
    );
    const crawl = await environment.command('POST', 'scrape-immediate', { clientId: 'shop', urlIds: [id] });
    expect(crawl.body).toMatchObject({
      message: 'Immediate scraping completed: 1/1 URLs scraped successfully',
      summary: { successful: 1, total: 1 },
    });
    await environment.command('POST', 'blacklist-by-url', { urls, client_id: 'shop', pageIds: [id] });
    const deletion = await environment.command('DELETE', 'permanently-delete', { urlIds: [id] });
    expect(deletion.body.message).toBe('Selected URLs have been permanently deleted');
    expect(await environment.ask('shop', 'What does parking cost?')).toMatchObject({ answered: false });
  });

  test('change priorities and add a custom URL', async () => {
    const id = await environment.idOf('shop', '/hours');
    expect(
      (await environment.command('PATCH', 'update-priority', { pageIds: [id], priority: 9 })).status,
    ).toBe(200);
    expect((await environment.pagesOf('shop')).pages[0]).toMatchObject({ id, priority: 9 });
    const [first] = await pagesToCrawl(environment.api.ports.pool, 'shop', new Date().toISOString());
    expect(first).toMatchObject({ page_id: id });
    const url = `${shop.origin}/missing-too`;
    const added = await environment.command('POST', 'add-custom-url', {
      clientId: 'shop',
      url,
      scrapeImmediately: true,
    });
    expect(added.body).toMatchObject({
      message: 'URL added and scraped immediately! (0/1 successful)',
      scrapeResult: { summary: { successful: 0, total: 1 } },
    });
    const { pages } = await environment.pagesOf('shop');
    expect(pages.find((each) => each.url === url)).toMatchObject({
      is_custom: true,
      priority: 5,
      status: 'error',
    });
  });

  test('add an address on another host, whose links are not followed', async () => {
    const url = `http://127.0.0.1:${shop.port}/hours`;
    const added = await environment.command('POST', 'add-custom-url', {
      clientId: 'other',
      url,
      scrapeImmediately: true,
    });
    expect(added.body).toMatchObject({ scrapeResult: { summary: { successful: 1, total: 1 } } });
    const answer = await environment.ask('other', 'When does the shop open?');
    expect(answer.citations).toMatchObject([{ url }]);
    expect((await environment.pagesOf('other')).pages).toMatchObject([{ url, is_custom: true }]);
    const pageIds = [await environment.idOf('other', '/hours')];
    await environment.command('POST', 'blacklist-by-url', { client_id: 'other', pageIds });
    await environment.command('DELETE', 'permanently-delete', { urlIds: pageIds });
  });

  test("crawl a custom URL that the site's patterns exclude", async () => {
    await environment.addClient('selective', 'https://selective.example.com');
    const path = '/api/ai/scraping/settings/selective';
    const settings = { include: [], exclude: ['/hours'], recrawl: 'daily' };
    await environment.api.call('PUT', path, { token: environment.token, body: settings });
    const url = `http://127.0.0.1:${shop.port}/hours`;
    await environment.command('POST', 'add-custom-url', { clientId: 'selective', url });
    const crawled = await environment.command('POST', 'scrape-immediate', {
      clientId: 'selective',
      urlIds: [await environment.idOf('selective', '/hours')],
    });
    expect(crawled.body.summary).toEqual({ successful: 1, total: 1 });
    expect((await environment.pagesOf('selective')).pages).toMatchObject([{ url, status: 'completed' }]);
  });

  test.each([
    ['POST', 'scrape-immediate', { clientId: 'shop', urlIds: [] }, 'No URLs selected for immediate scraping'],
    ['PATCH', 'update-priority', { pageIds: [], priority: 5 }, 'No URLs selected for priority update'],
    ['POST', 'blacklist-by-url', { client_id: 'shop', pageIds: [] }, 'No URLs selected for deletion'],
    [
      'POST',
      'restore-blacklisted',
      { client_id: 'shop', ids: [] },
      'No blacklisted URLs selected for restoration',
    ],
    ['DELETE', 'permanently-delete', { urlIds: [] }, 'No blacklisted URLs selected for permanent deletion'],
    ['POST', 'add-custom-url', { clientId: 'shop', url: '' }, 'Please enter a valid URL'],
    ['POST', 'add-custom-url', { clientId: 'shop', url: 'ftp://x.example' }, 'Please enter a valid URL'],
  ])('reject %s %s with %j: %s', async (method, url, body, message) => {
    const response = await environment.command(method, url, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body)).toContain(message);
  });

  test("do not change another client's page", async () => {
    const id = await environment.idOf('shop', '/hours');
    const head = await environment.api.head();
    for (const [url, body] of [
      ['scrape-immediate', { clientId: 'other', urlIds: [id] }],
      ['blacklist-by-url', { client_id: 'other', pageIds: [id] }],
      ['blacklist-and-delete', { client_id: 'other', pageIds: [id] }],
      ['restore-blacklisted', { client_id: 'other', ids: [id] }],
    ] as const) {
      expect((await environment.command('POST', url, body)).status).toBe(404);
    }
    expect(await environment.api.head()).toBe(head);
    expect(await environment.ask('other', 'When does the shop open?')).toMatchObject({
      answered: false,
      citations: [],
    });
  });

  test('delete all content, which is no longer listed or quoted', async () => {
    const { body } = await environment.command('DELETE', 'delete-all-content/shop');
    expect(body.message).toBe('All content deleted successfully');
    expect(await environment.pagesOf('shop')).toMatchObject({ pages: [], indexed: 0 });
    expect(await environment.ask('shop', 'When does the shop open?')).toMatchObject({
      answered: false,
      citations: [],
    });
  });
});

test('follows "older" links to the end of an archive', { timeout: CRAWL_TIMEOUT_MS }, async () => {
  const archive = await startWebsite((path, _request, response) => {
    const number = Number(/^\/(\d*)$/.exec(path)?.[1] || '1');
    if (number > 15 || !/^\/\d*$/.test(path)) return response.writeHead(404).end();
    const text = `News number ${number} of our shop. `.repeat(8);
    sendHtml(response, `<main><p>${text}</p></main><a href="/${number + 1}">Older news</a>`);
  });
  try {
    // Two clients cannot have the same domain.
    await environment.addClient('archive', `http://127.0.0.1:${archive.port}`);
    const pages = await environment.crawl('archive');
    expect(pages['/15']).toMatchObject({ status: 'completed' });
  } finally {
    await archive.stop();
  }
});
