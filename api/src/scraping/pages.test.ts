import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../testing/api.ts';
import type { Website } from '../testing/website.ts';
import type { ScrapedPageRecord } from './contract.ts';
import { type CrawlHouse, PATIENCE_MS, startCrawlHouse, startShop } from './testing/crawl-house.ts';

let house: CrawlHouse;
let shop: Website;
let weather: Awaited<ReturnType<typeof startShop>>['weather'];
beforeAll(async () => {
  ({ shop, weather } = await startShop());
  house = await startCrawlHouse();
  await house.website('shop', shop.origin);
  await house.website('other', 'https://other.example.com');
  await house.scraped('shop');
}, PATIENCE_MS);
afterAll(async () => {
  await house?.stop();
  await shop?.stop();
});

const statuses = (pages: readonly ScrapedPageRecord[]) =>
  Object.fromEntries(pages.map(({ url, status }) => [url, status]));

describe('staff', () => {
  test('blacklist a page and keep what is known of it: it is not quoted, and is again once restored', async () => {
    const id = await house.idOf('shop', '/new');
    const body = { urls: [], client_id: 'shop', pageIds: [id] };
    const asked = shop.requests.length;
    await house.command('POST', 'blacklist-by-url', body);
    expect(await house.ask('shop', 'What does parking cost?')).toMatchObject({
      answered: false,
      citations: [],
    });
    await house.command('POST', 'restore-blacklisted', { ids: [id], client_id: 'shop' });
    expect((await house.ask('shop', 'What does parking cost?')).message).toContain('3 dollars');
    expect((await house.pagesOf('shop')).pages.find((each) => each.id === id)).toMatchObject({
      status: 'completed',
      passages: 1,
    });
    expect(shop.requests.length).toBe(asked);
    const { entries } = (await house.get(`/api/ai/scraping/pages/shop/${id}/history`)).body;
    expect(entries.slice(0, 2)).toMatchObject([
      { type: 'PageRestored', by: 'Ada Admin' },
      { type: 'PageBlacklisted', by: 'Ada Admin' },
    ]);
  });

  test('stop a visit: what was read stays, what was not is what it was, and the next one begins anew', {
    timeout: PATIENCE_MS,
  }, async () => {
    const before = statuses((await house.pagesOf('shop')).pages);
    weather.slow = true;
    const asked = shop.requests.length;
    await house.command('POST', 'scrape', { clientId: 'shop' });
    // robots.txt, and two pages.
    await eventually('it is under way', async () => shop.requests.length >= asked + 3, PATIENCE_MS);
    const stopped = await house.command('POST', 'stop', { clientId: 'shop' });
    expect(stopped.body).toEqual({ success: true, message: 'Scraping has been stopped' });
    const { scraping, pages } = await house.pagesOf('shop');
    expect(scraping).toBe(false);
    expect(statuses(pages)).toEqual(before);
    const again = await house.command('POST', 'stop', { clientId: 'shop' });
    expect(again.body.message).toBe('Nothing was being scraped');
    // Behind it in the queue: when it begins, the visit that was stopped is over.
    weather.slow = false;
    const atStop = shop.requests.length;
    await house.discovered('shop');
    // What was being read is read to its end, and then what discovery reads.
    expect(
      shop.requests.slice(atStop).filter((each) => !/^\/(robots\.txt|map\.xml)$/.test(each)).length,
    ).toBeLessThanOrEqual(1);
    expect(statuses((await house.pagesOf('shop')).pages)).toEqual(before);
    expect(statuses(Object.values(await house.scraped('shop')))).toEqual(before);
  });

  test('are not alone in seeing what was learned: the client sees its own pages, and nobody else', async () => {
    const { token, clientId = '' } = await house.api.signIn('ClientUser');
    const own = (query = '') => house.get(`/api/ai/learned-pages/client/${clientId}${query}`, token);
    expect((await own()).body).toMatchObject({ pages: [], total: 0, found: 0, indexed: 0, scraping: false });
    const url = `${shop.origin}/hours`;
    await house.command('POST', 'add-custom-url', { clientId, url, scrapeImmediately: true });
    const missing = `${shop.origin}/missing`;
    await house.command('POST', 'add-custom-url', { clientId, url: missing, scrapeImmediately: true });
    expect((await own()).body).toMatchObject({
      pages: [
        { url, status: 'completed', title: 'Opening hours' },
        { url: missing, status: 'error', reason: 'The server answered 404: there is no such page' },
      ],
      total: 2,
      found: 2,
      indexed: 1,
    });
    expect((await own('?search=OPENING')).body).toMatchObject({ pages: [{ url }], total: 2, found: 1 });
    expect((await own('?status=error')).body).toMatchObject({ pages: [{ url: missing }], found: 1 });
    expect((await own('?page=2')).body).toMatchObject({ pages: [], found: 2 });
    expect((await house.get('/api/ai/learned-pages/client/shop', token)).status).toBe(403);
  });

  test('blacklist a page with its content, restore it, and delete it for good', async () => {
    const id = await house.idOf('shop', '/new');
    const urls = [`${shop.origin}/new`];
    expect((await house.ask('shop', 'What does parking cost?')).message).toContain('3 dollars');
    const blacklisted = await house.command('POST', 'blacklist-and-delete', {
      urls,
      client_id: 'shop',
      pageIds: [id],
    });
    expect(blacklisted.status).toBe(200);
    expect(await house.ask('shop', 'What does parking cost?')).toMatchObject({ answered: false });
    const list = async () => (await house.get('/api/ai/scraping/blacklisted-urls/shop')).body.urls;
    expect(await list()).toMatchObject([{ id, url: `${shop.origin}/new` }]);
    const early = await house.command('DELETE', 'permanently-delete', {
      urlIds: [await house.idOf('shop', '/hours')],
    });
    expect(early.status).toBe(409);
    const restored = await house.command('POST', 'restore-blacklisted', { ids: [id], client_id: 'shop' });
    expect(restored.body.message).toBe('Selected URLs have been restored');
    expect(await list()).toEqual([]);
    const now = await house.command('POST', 'scrape-immediate', { clientId: 'shop', urlIds: [id] });
    expect(now.body).toMatchObject({
      message: 'Immediate scraping completed: 1/1 URLs scraped successfully',
      summary: { successful: 1, total: 1 },
    });
    expect((await house.ask('shop', 'What does parking cost?')).message).toContain('3 dollars');
    await house.command('POST', 'blacklist-by-url', { urls, client_id: 'shop', pageIds: [id] });
    const forever = await house.command('DELETE', 'permanently-delete', { urlIds: [id] });
    expect(forever.body.message).toBe('Selected URLs have been permanently deleted');
    expect(await house.ask('shop', 'What does parking cost?')).toMatchObject({ answered: false });
  });

  test('change priorities, and add a URL of their own', async () => {
    const id = await house.idOf('shop', '/hours');
    expect((await house.command('PATCH', 'update-priority', { pageIds: [id], priority: 9 })).status).toBe(
      200,
    );
    expect((await house.pagesOf('shop')).pages[0]).toMatchObject({ id, priority: 9 });
    const url = `${shop.origin}/missing-too`;
    const added = await house.command('POST', 'add-custom-url', {
      clientId: 'shop',
      url,
      scrapeImmediately: true,
    });
    expect(added.body).toMatchObject({
      message: 'URL added and scraped immediately! (0/1 successful)',
      scrapeResult: { summary: { successful: 0, total: 1 } },
    });
    const { pages } = await house.pagesOf('shop');
    expect(pages.find((each) => each.url === url)).toMatchObject({
      is_custom: true,
      priority: 5,
      status: 'error',
    });
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
  ])('%s %s with %j are told: %s', async (method, url, body, message) => {
    const answer = await house.command(method, url, body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(message);
  });

  test("cannot touch another client's page under a client's name", async () => {
    const id = await house.idOf('shop', '/hours');
    const head = await house.api.head();
    for (const [url, body] of [
      ['scrape-immediate', { clientId: 'other', urlIds: [id] }],
      ['blacklist-by-url', { client_id: 'other', pageIds: [id] }],
      ['blacklist-and-delete', { client_id: 'other', pageIds: [id] }],
      ['restore-blacklisted', { client_id: 'other', ids: [id] }],
    ] as const) {
      expect((await house.command('POST', url, body)).status).toBe(404);
    }
    expect(await house.api.head()).toBe(head);
    expect(await house.ask('other', 'When does the shop open?')).toMatchObject({
      answered: false,
      citations: [],
    });
  });

  test('delete all content: nothing is listed or quoted any more', async () => {
    const { body } = await house.command('DELETE', 'delete-all-content/shop');
    expect(body.message).toBe('All content deleted successfully');
    expect(await house.pagesOf('shop')).toMatchObject({ pages: [], indexed: 0 });
    expect(await house.ask('shop', 'When does the shop open?')).toMatchObject({
      answered: false,
      citations: [],
    });
  });
});
