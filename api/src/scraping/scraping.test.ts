import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SYSTEM } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../clients/clients.ts';
import { eventually, startTestApi, testClient } from '../testing/api.ts';
import { pdfOf } from '../testing/pdf.ts';
import { type Sibling, startSibling } from '../testing/processes.ts';
import { sendHtml, startWebsite, type Website } from '../testing/website.ts';
import type { PagesResponse, ScrapedPageRecord } from './contract.ts';

const LOGIN_GOV = fileURLToPath(new URL('../../../../shared/data/sites/login_gov/html', import.meta.url));
const CRAWL = { CRAWL_ALLOW_PRIVATE: 'on', CRAWL_PAUSE_MS: '0' };
/** A slow machine reads 77 pages in this time. */
const PATIENCE_MS = 120_000;

let api: Awaited<ReturnType<typeof startTestApi>>;
let siblings: Sibling[];
let token: string;
let shop: Website;
/** What the shop's pages are like at the moment. */
let broken = false;
let gone = false;
let slow = false;

const words = (text: string) =>
  `<title>${text.split('.')[0]}</title><nav>Menu</nav><main><h1>Our shop</h1><p>${text}</p></main>`;
const filler =
  ' We are a family business and have been here for many years, and we look forward to your visit.';
const PAGES: Record<string, string> = {
  '/': `${words(`Welcome to the shop.${filler}`)}<a href="/hours">Hours</a> <a href="/hours?utm_source=x">Hours</a>
    <a href="/twin">Twin</a> <a href="/copy">Copy</a> <a href="/private/secret">Secret</a> <a href="/missing">Missing</a>
    <a href="/unlisted">Unlisted</a> <a href="/old">Old</a> <a href="/app">App</a> <a href="https://elsewhere.example/">Out</a>
    <a href="/photo.jpg">Photo</a> <a href="/menu.pdf">Menu</a> <a href="javascript:alert(1)">No</a>`,
  '/hours': words(`Opening hours. The shop opens at 9 am and closes at 6 pm on weekdays.${filler}`),
  '/twin': `<link rel="canonical" href="/hours">${words(`Twin.${filler}`)}`,
  '/copy': words(`Opening hours. The shop opens at 9 am and closes at 6 pm on weekdays.${filler}`),
  '/private/secret': words(`Secret.${filler}`),
  '/unlisted': `<meta name="robots" content="noindex">${words(`Unlisted.${filler}`)}`,
  '/new': words(`New address. Parking costs 3 dollars an hour behind the house.${filler}`),
  '/app':
    '<div id="root"></div><script src="/app.js"></script><noscript>Please turn on JavaScript.</noscript>',
};

beforeAll(async () => {
  shop = await startWebsite(async (asked, request, response) => {
    if (slow) await pause(300);
    if (asked === '/robots.txt')
      return response.end(`User-agent: *\nDisallow: /private/\nSitemap: ${shop.origin}/map.xml`);
    if (asked === '/map.xml')
      return response.end(`<urlset><url><loc>http://www.localhost/hours</loc></url></urlset>`);
    if (asked === '/old') return response.writeHead(301, { location: '/new' }).end();
    if (asked === '/menu.pdf')
      return response
        .writeHead(200, { 'content-type': 'application/pdf' })
        .end(pdfOf('Menu of the shop', 'A bowl of soup costs 7 dollars and comes with bread.'));
    if (asked === '/hours' && broken) return response.writeHead(500).end();
    const html = asked === '/hours' && gone ? undefined : PAGES[asked];
    if (html === undefined) return response.writeHead(404).end('Not found');
    const etag = `"${html.length}"`;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    sendHtml(response, html, { etag });
  });
  api = await startTestApi({ variables: CRAWL });
  siblings = await Promise.all([
    startSibling('worker', api.services, CRAWL),
    startSibling('projections', api.services),
  ]);
  token = (await api.signIn('Admin')).token;
  await website('shop', shop.origin);
  await website('other', 'https://other.example.com');
}, 60_000);
afterAll(async () => {
  await Promise.all((siblings ?? []).map((each) => each.stop()));
  await api?.stopAll();
  await shop?.stop();
});

async function website(id: string, primary_domain: string): Promise<void> {
  const data = { ...testClient(id), primary_domain };
  await createClient(api.deps, data, { actor: SYSTEM, correlationId: id });
}

/** A command, and the position after which to read. */
let position = '';
async function command(method: string, url: string, body?: object) {
  const answer = await api.call(method, `/api/ai/scraping/${url}`, { token, body });
  position = answer.headers.get('X-Event-Position') ?? position;
  return answer;
}

async function pagesOf(client: string): Promise<PagesResponse> {
  const headers = { 'X-Min-Position': position };
  const { body } = await api.call('GET', `/api/ai/scraping/pages/${client}`, { token, headers });
  return body;
}

async function scraped(client: string): Promise<Record<string, ScrapedPageRecord>> {
  await command('POST', 'scrape', { clientId: client });
  const { pages } = await eventually(
    'the website was scraped',
    async () => {
      const state = await pagesOf(client);
      return state.scraping ? undefined : state;
    },
    PATIENCE_MS,
  );
  return Object.fromEntries(pages.map((each) => [new URL(each.url).pathname, each]));
}

const ask = async (clientId: string, message: string) =>
  (await api.call('POST', '/api/ai/chat', { token, body: { clientId, message } })).body;

const idOf = async (client: string, pathname: string) =>
  (await pagesOf(client)).pages.find(({ url }) => new URL(url).pathname === pathname)?.id;

describe('a website', () => {
  test('is discovered by its sitemap', async () => {
    expect((await command('POST', 'discover/shop')).status).toBe(200);
    const { pages } = await eventually('it was discovered', async () => {
      const state = await pagesOf('shop');
      return state.discovering ? undefined : state;
    });
    expect(pages.map(({ url }) => url).sort()).toEqual([`${shop.origin}/`, `${shop.origin}/hours`]);
  });

  test('is read along its links, each page with what became of it', { timeout: PATIENCE_MS }, async () => {
    const pages = await scraped('shop');
    const outcomes = Object.entries(pages).map(([at, { status, reason }]) => [at, status, reason]);
    expect(outcomes.sort()).toEqual([
      ['/', 'completed', null],
      ['/app', 'error', 'The page shows its content with JavaScript only, which is not run'],
      ['/copy', 'ignored', `The same content as ${shop.origin}/hours`],
      ['/hours', 'completed', null],
      ['/menu.pdf', 'completed', null],
      ['/missing', 'error', 'The server answered 404: there is no such page'],
      ['/new', 'completed', null],
      ['/old', 'ignored', `It leads to ${shop.origin}/new`],
      ['/private/secret', 'ignored', 'Blocked by robots.txt'],
      ['/twin', 'ignored', `The same page as ${shop.origin}/hours`],
      ['/unlisted', 'ignored', 'The page asks not to be indexed (noindex)'],
    ]);
    expect(shop.requests).not.toContain('/private/secret');
    const answer = await ask('shop', 'When does the shop open?');
    expect(answer.message).toContain('opens at 9 am');
    expect(answer.citations[0]).toMatchObject({ url: `${shop.origin}/hours`, heading: 'Our shop' });
    const soup = await ask('shop', 'What does a bowl of soup cost?');
    expect(soup.message).toContain('7 dollars');
    expect(soup.citations[0]).toMatchObject({ url: `${shop.origin}/menu.pdf`, heading: 'Page 2' });
    expect((await pagesOf('shop')).indexed).toBe(4);
  });

  test('keeps a page over a failure that may pass, and forgets one that is gone', {
    timeout: PATIENCE_MS,
  }, async () => {
    broken = true;
    expect((await scraped('shop'))['/hours']).toMatchObject({
      status: 'error',
      reason: 'The server answered 500',
    });
    expect((await ask('shop', 'When does the shop open?')).message).toContain('opens at 9 am');
    broken = false;
    gone = true;
    expect((await scraped('shop'))['/hours']).toMatchObject({ status: 'error', passages: 0 });
    // Its copy stands for it from now on, after the next visit.
    gone = true;
    await scraped('shop');
    const answer = await ask('shop', 'When does the shop open?');
    expect(answer.citations[0]?.url).toBe(`${shop.origin}/copy`);
    gone = false;
  });
});

describe('staff', () => {
  test('blacklist a page and keep what is known of it: it is not quoted, and is again once restored', async () => {
    const id = await idOf('shop', '/new');
    const body = { urls: [], client_id: 'shop', pageIds: [id] };
    const asked = shop.requests.length;
    await command('POST', 'blacklist-by-url', body);
    expect(await ask('shop', 'What does parking cost?')).toMatchObject({ answered: false, citations: [] });
    await command('POST', 'restore-blacklisted', { ids: [id], client_id: 'shop' });
    expect((await ask('shop', 'What does parking cost?')).message).toContain('3 dollars');
    expect((await pagesOf('shop')).pages.find((each) => each.id === id)).toMatchObject({
      status: 'completed',
      passages: 1,
    });
    expect(shop.requests.length).toBe(asked);
  });

  test("leave pages out by patterns; another visit forgets them, and a page's history tells it", {
    timeout: PATIENCE_MS,
  }, async () => {
    const settings = { include: [], exclude: ['/new'], recrawl: 'daily' };
    expect((await api.call('PUT', '/api/ai/scraping/settings/shop', { token, body: settings })).body).toEqual(
      {
        success: true,
        message: 'Crawl settings saved',
      },
    );
    expect((await pagesOf('shop')).settings).toEqual(settings);
    const before = shop.requests.filter((each) => each === '/new').length;
    expect((await scraped('shop'))['/new']).toMatchObject({
      status: 'ignored',
      reason: "Left out by the website's patterns",
    });
    expect(shop.requests.filter((each) => each === '/new').length).toBe(before + 1); // from /old, which leads there
    expect(await ask('shop', 'What does parking cost?')).toMatchObject({ answered: false });
    const { body } = await api.call(
      'GET',
      `/api/ai/scraping/pages/shop/${await idOf('shop', '/new')}/history`,
      {
        token,
        headers: { 'X-Min-Position': position },
      },
    );
    expect(body.entries.slice(0, 3)).toMatchObject([
      { type: 'PageIgnored', by: 'Landline', reason: "Left out by the website's patterns" },
      { type: 'PageRestored', by: 'Ada Admin' },
      { type: 'PageBlacklisted', by: 'Ada Admin' },
    ]);
    expect(body.entries.at(-1)).toMatchObject({ type: 'PageAdded', priority: 5 });
    const none = { include: [], exclude: [], recrawl: 'daily' };
    await api.call('PUT', '/api/ai/scraping/settings/shop', { token, body: none });
    await scraped('shop');
    expect((await ask('shop', 'What does parking cost?')).message).toContain('3 dollars');
  });

  test.each([
    [{ include: ['blog'], exclude: [], recrawl: 'daily' }, 'A pattern begins with / or *'],
    [{ include: [], exclude: ['/a b'], recrawl: 'daily' }, 'A pattern begins with / or *'],
    [{ include: [], exclude: [], recrawl: 'hourly' }, ''],
  ])('cannot set %j', async (body, message) => {
    const answer = await api.call('PUT', '/api/ai/scraping/settings/shop', { token, body });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(message);
  });

  test('have a website read again when its time has come, and not before', {
    timeout: PATIENCE_MS,
  }, async () => {
    const due = () => api.deps.pg.query(`SELECT graphile_worker.add_job('scraping.recrawl')`);
    const last = async () => (await pagesOf('shop')).scraped_at;
    const before = await last();
    await due();
    await eventually('it was looked for', async () => {
      const { rowCount } = await api.deps.pg.query(
        `SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'scraping.recrawl'`,
      );
      return rowCount === 0;
    });
    expect(await last()).toBe(before);
    const asked = shop.requests.length;
    // A day goes by.
    await api.deps.pg.query(`UPDATE read.site SET scraped_at = scraped_at - interval '25 hours'`);
    const shifted = await last();
    await due();
    await eventually('it was read again', async () => (await last()) !== shifted, PATIENCE_MS);
    expect(shop.requests.length).toBeGreaterThan(asked);
    expect((await pagesOf('shop')).pages.find(({ url }) => url.endsWith('/new'))?.status).toBe('completed');
  });

  test('blacklist a page with its content, restore it, and delete it for good', async () => {
    const id = await idOf('shop', '/new');
    const urls = [`${shop.origin}/new`];
    expect((await ask('shop', 'What does parking cost?')).message).toContain('3 dollars');
    const blacklisted = await command('POST', 'blacklist-and-delete', {
      urls,
      client_id: 'shop',
      pageIds: [id],
    });
    expect(blacklisted.status).toBe(200);
    expect(await ask('shop', 'What does parking cost?')).toMatchObject({ answered: false });
    const list = async () =>
      (
        await api.call('GET', '/api/ai/scraping/blacklisted-urls/shop', {
          token,
          headers: { 'X-Min-Position': position },
        })
      ).body.urls;
    expect(await list()).toMatchObject([{ id, url: `${shop.origin}/new` }]);
    const early = await command('DELETE', 'permanently-delete', { urlIds: [await idOf('shop', '/hours')] });
    expect(early.status).toBe(409);
    const restored = await command('POST', 'restore-blacklisted', { ids: [id], client_id: 'shop' });
    expect(restored.body.message).toBe('Selected URLs have been restored');
    expect(await list()).toEqual([]);
    const now = await command('POST', 'scrape-immediate', { clientId: 'shop', urlIds: [id] });
    expect(now.body).toMatchObject({
      message: 'Immediate scraping completed: 1/1 URLs scraped successfully',
      summary: { successful: 1, total: 1 },
    });
    expect((await ask('shop', 'What does parking cost?')).message).toContain('3 dollars');
    await command('POST', 'blacklist-by-url', { urls, client_id: 'shop', pageIds: [id] });
    const forever = await command('DELETE', 'permanently-delete', { urlIds: [id] });
    expect(forever.body.message).toBe('Selected URLs have been permanently deleted');
    expect(await ask('shop', 'What does parking cost?')).toMatchObject({ answered: false });
  });

  test('change priorities, and add a URL of their own', async () => {
    const id = await idOf('shop', '/hours');
    expect((await command('PATCH', 'update-priority', { pageIds: [id], priority: 9 })).status).toBe(200);
    expect((await pagesOf('shop')).pages[0]).toMatchObject({ id, priority: 9 });
    const url = `${shop.origin}/missing-too`;
    const added = await command('POST', 'add-custom-url', { clientId: 'shop', url, scrapeImmediately: true });
    expect(added.body).toMatchObject({
      message: 'URL added and scraped immediately! (0/1 successful)',
      scrapeResult: { summary: { successful: 0, total: 1 } },
    });
    const { pages } = await pagesOf('shop');
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
    const answer = await command(method, url, body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(message);
  });

  test("cannot touch another client's page under a client's name", async () => {
    const id = await idOf('shop', '/hours');
    const head = await api.head();
    for (const [url, body] of [
      ['scrape-immediate', { clientId: 'other', urlIds: [id] }],
      ['blacklist-by-url', { client_id: 'other', pageIds: [id] }],
      ['blacklist-and-delete', { client_id: 'other', pageIds: [id] }],
      ['restore-blacklisted', { client_id: 'other', ids: [id] }],
    ] as const) {
      expect((await command('POST', url, body)).status).toBe(404);
    }
    expect(await api.head()).toBe(head);
    expect(await ask('other', 'When does the shop open?')).toMatchObject({ answered: false, citations: [] });
  });

  test('see that a worker is there, and what it did', async () => {
    const { body } = await api.call('GET', '/api/ai/scraping/worker-status', { token });
    expect(body).toMatchObject({ connected: true, error: null, blacklistedUrls: 0 });
    expect(body.scrapedLast24h).toBeGreaterThan(5);
    expect(body.avgResponseTime).toBeGreaterThanOrEqual(0);
  });

  test('see a visit go on where a killed worker broke it off', { timeout: PATIENCE_MS }, async () => {
    const { pages } = await pagesOf('shop');
    slow = true;
    const first = shop.requests.length;
    await command('POST', 'scrape', { clientId: 'shop' });
    // robots.txt, and some pages.
    await eventually('it is under way', async () => shop.requests.length >= first + 5, PATIENCE_MS);
    await siblings.shift()?.stop();
    const before = shop.requests.slice(first);
    slow = false;
    siblings.unshift(await startSibling('worker', api.services, CRAWL));
    await eventually('it is over', async () => !(await pagesOf('shop')).scraping, PATIENCE_MS);
    const after = shop.requests.slice(first + before.length);
    // Only what was being read when the worker went away is read again.
    const again = after.filter((asked) => asked !== '/robots.txt' && before.includes(asked));
    expect(again.length).toBeLessThanOrEqual(2);
    const read = new Set([...before, ...after]);
    const expected = pages
      .map(({ url }) => new URL(url).pathname)
      .filter((each) => !each.startsWith('/private'));
    expect(expected.filter((each) => !read.has(each))).toEqual([]);
    expect((await pagesOf('shop')).pages.filter(({ status }) => status === 'processing')).toEqual([]);
  });

  test('delete all content: nothing is listed or quoted any more', async () => {
    const { body } = await command('DELETE', 'delete-all-content/shop');
    expect(body.message).toBe('All content deleted successfully');
    expect(await pagesOf('shop')).toMatchObject({ pages: [], indexed: 0 });
    expect(await ask('shop', 'When does the shop open?')).toMatchObject({ answered: false, citations: [] });
  });
});

test('nothing that was learned of a client outlives it', { timeout: PATIENCE_MS }, async () => {
  await command('POST', 'add-custom-url', {
    clientId: 'shop',
    url: `${shop.origin}/hours`,
    scrapeImmediately: true,
  });
  const kept = async () => {
    const { rows } = await api.deps.pg.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM api.chunk WHERE client_id = 'shop'`,
    );
    return rows[0]?.count;
  };
  expect(await kept()).toBe(1);
  const { token: owner } = await api.signIn('SuperAdmin');
  const body = { confirmation: 'Client shop' };
  await api.call('POST', '/api/ai/clients/shop/close', { token: owner, body });
  await eventually('it was forgotten', async () => (await kept()) === 0);
});

/** As visitors of that website put them. */
const QUESTIONS: [string, RegExp][] = [
  ['How do I create an account?', /Follow these steps to create your Login\.gov account/],
  ['I lost my phone, how can I sign in?', /your phone must be present to get the security code/],
  ['Can I use a landline to sign in?', /receive the one-time code by phone call/],
  ['What is a backup code?', /option for users who do not have access to a phone/],
  ['Are backup codes secure?', /least secure option/],
  ['Why is my account locked?', /we limit the number of times/],
  ['How do I contact support?', /login\.gov\/contact/],
  ['Who can share my personal information with an agency?', /You decide if you want to share/],
  ['What is a security key?', /a physical device that you can connect/],
  ['Do you sell pizza?', /I don't know/],
];

describe.skipIf(!existsSync(LOGIN_GOV))('a real website (../shared/data/sites/login_gov)', () => {
  test('is read completely, and answers what visitors ask', { timeout: PATIENCE_MS * 2 }, async () => {
    const site = await startWebsite(async (asked, _request, response) => {
      const file = path.join(LOGIN_GOV, new URL(asked, 'http://x').pathname);
      for (const candidate of [file, path.join(file, 'index.html')]) {
        try {
          const type = /\.(?:xml|txt)$/.test(candidate) ? 'text/plain' : 'text/html; charset=utf-8';
          const bytes = await readFile(candidate);
          return response.writeHead(200, { 'content-type': type }).end(bytes);
        } catch {}
      }
      return response.writeHead(404).end();
    });
    try {
      await website('login', site.origin);
      await command('POST', 'discover/login');
      await eventually('it was discovered', async () => !(await pagesOf('login')).discovering, PATIENCE_MS);
      await scraped('login');
      const { pages: all, indexed } = await pagesOf('login');
      const of = (status: string) => all.filter((each) => each.status === status);
      // Its 77 pages, and the home page that lists them.
      expect({ completed: of('completed').length, ignored: of('ignored'), indexed }).toEqual({
        completed: 78,
        ignored: [],
        indexed: 78,
      });
      for (const [question, says] of QUESTIONS) {
        const answer = await ask('login', question);
        expect({ question, text: answer.message }).toEqual({ question, text: expect.stringMatching(says) });
      }
      for (const { reason } of of('error'))
        expect(reason).toBe('The server answered 404: there is no such page');
    } finally {
      await site.stop();
    }
  });
});
