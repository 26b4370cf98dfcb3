import { type RecordedEvent, streams } from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../testing/api.ts';
import { startSibling } from '../testing/processes.ts';
import type { Website } from '../testing/website.ts';
import { CRAWL, type CrawlHouse, PATIENCE_MS, startCrawlHouse, startShop } from './testing/crawl-house.ts';
import { hasLoginGov, LOGIN_GOV_QUESTIONS, startLoginGov } from './testing/login-gov.ts';

let house: CrawlHouse;
let shop: Website;
let weather: Awaited<ReturnType<typeof startShop>>['weather'];
beforeAll(async () => {
  ({ shop, weather } = await startShop());
  house = await startCrawlHouse();
  await house.website('shop', shop.origin);
  await house.website('other', 'https://other.example.com');
}, 60_000);
afterAll(async () => {
  await house?.stop();
  await shop?.stop();
});

describe('a website', () => {
  test('is discovered by its sitemap', async () => {
    expect((await house.command('POST', 'discover/shop')).status).toBe(200);
    const { pages } = await eventually('it was discovered', async () => {
      const state = await house.pagesOf('shop');
      return state.discovering ? undefined : state;
    });
    expect(pages.map(({ url }) => url).sort()).toEqual([`${shop.origin}/`, `${shop.origin}/hours`]);
  });

  test('is told as discovered because of the request for it', async () => {
    const { eventStore } = house.api.deps;
    const told: RecordedEvent[] = [];
    await eventStore.read(streams.site('shop'), (stored, position = 0n) => {
      const event = decodeEvent(stored, position);
      if (event) told.push(event);
    });
    const [requested, discovered] = told.filter(({ type }) => type.startsWith('SiteDiscover'));
    expect(discovered).toMatchObject({
      type: 'SiteDiscovered',
      metadata: { correlationId: requested?.metadata.correlationId, causationId: requested?.id },
    });
  });

  test('is read along its links, each page with what became of it', { timeout: PATIENCE_MS }, async () => {
    const pages = await house.scraped('shop');
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
    const answer = await house.ask('shop', 'When does the shop open?');
    expect(answer.message).toContain('opens at 9 am');
    expect(answer.citations[0]).toMatchObject({ url: `${shop.origin}/hours`, heading: 'Our shop' });
    const soup = await house.ask('shop', 'What does a bowl of soup cost?');
    expect(soup.message).toContain('7 dollars');
    expect(soup.citations[0]).toMatchObject({ url: `${shop.origin}/menu.pdf`, heading: 'Page 2' });
    expect((await house.pagesOf('shop')).indexed).toBe(4);
  });

  test('keeps a page over a failure that may pass, and forgets one that is gone', {
    timeout: PATIENCE_MS,
  }, async () => {
    weather.broken = true;
    expect((await house.scraped('shop'))['/hours']).toMatchObject({
      status: 'error',
      reason: 'The server answered 500',
    });
    expect((await house.ask('shop', 'When does the shop open?')).message).toContain('opens at 9 am');
    weather.broken = false;
    weather.gone = true;
    expect((await house.scraped('shop'))['/hours']).toMatchObject({ status: 'error', passages: 0 });
    // Its copy stands for it from now on, after the next visit.
    weather.gone = true;
    await house.scraped('shop');
    const answer = await house.ask('shop', 'When does the shop open?');
    expect(answer.citations[0]?.url).toBe(`${shop.origin}/copy`);
    weather.gone = false;
  });
});

describe('staff', () => {
  test("leave pages out by patterns; another visit forgets them, and a page's history tells it", {
    timeout: PATIENCE_MS,
  }, async () => {
    const settings = { include: [], exclude: ['/new'], recrawl: 'daily' };
    expect(
      (await house.api.call('PUT', '/api/ai/scraping/settings/shop', { token: house.token, body: settings }))
        .body,
    ).toEqual({
      success: true,
      message: 'Crawl settings saved',
    });
    expect((await house.pagesOf('shop')).settings).toEqual(settings);
    const before = shop.requests.filter((each) => each === '/new').length;
    expect((await house.scraped('shop'))['/new']).toMatchObject({
      status: 'ignored',
      reason: "Left out by the website's patterns",
    });
    expect(shop.requests.filter((each) => each === '/new').length).toBe(before + 1); // from /old, which leads there
    expect(await house.ask('shop', 'What does parking cost?')).toMatchObject({ answered: false });
    const { body } = await house.get(
      `/api/ai/scraping/pages/shop/${await house.idOf('shop', '/new')}/history`,
    );
    expect(body.entries[0]).toMatchObject({
      type: 'PageIgnored',
      by: 'Landline',
      reason: "Left out by the website's patterns",
    });
    expect(body.entries.at(-1)).toMatchObject({ type: 'PageAdded', priority: 5 });
    const none = { include: [], exclude: [], recrawl: 'daily' };
    await house.api.call('PUT', '/api/ai/scraping/settings/shop', { token: house.token, body: none });
    await house.scraped('shop');
    expect((await house.ask('shop', 'What does parking cost?')).message).toContain('3 dollars');
  });

  test.each([
    [{ include: ['blog'], exclude: [], recrawl: 'daily' }, 'A pattern begins with / or *'],
    [{ include: [], exclude: ['/a b'], recrawl: 'daily' }, 'A pattern begins with / or *'],
    [{ include: [], exclude: [], recrawl: 'hourly' }, ''],
  ])('cannot set %j', async (body, message) => {
    const answer = await house.api.call('PUT', '/api/ai/scraping/settings/shop', {
      token: house.token,
      body,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(message);
  });

  test('have a website read again when its time has come, and not before', {
    timeout: PATIENCE_MS,
  }, async () => {
    const due = () => house.api.deps.pg.query(`SELECT graphile_worker.add_job('scraping.recrawl')`);
    const last = async () => (await house.pagesOf('shop')).scraped_at;
    const before = await last();
    await due();
    await eventually('it was looked for', async () => {
      const { rowCount } = await house.api.deps.pg.query(
        `SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'scraping.recrawl'`,
      );
      return rowCount === 0;
    });
    expect(await last()).toBe(before);
    const asked = shop.requests.length;
    // A day goes by.
    await house.api.deps.pg.query(`UPDATE read.site SET scraped_at = scraped_at - interval '25 hours'`);
    const shifted = await last();
    await due();
    await eventually('it was read again', async () => (await last()) !== shifted, PATIENCE_MS);
    expect(shop.requests.length).toBeGreaterThan(asked);
    expect((await house.pagesOf('shop')).pages.find(({ url }) => url.endsWith('/new'))?.status).toBe(
      'completed',
    );
  });

  test('see that a worker is there, and what it did', async () => {
    const { body } = await house.api.call('GET', '/api/ai/scraping/worker-status', { token: house.token });
    expect(body).toMatchObject({ connected: true, error: null, blacklistedUrls: 0 });
    expect(body.scrapedLast24h).toBeGreaterThan(5);
    expect(body.avgResponseTime).toBeGreaterThanOrEqual(0);
  });

  test('see a visit go on where a killed worker broke it off', { timeout: PATIENCE_MS }, async () => {
    const { pages } = await house.pagesOf('shop');
    weather.slow = true;
    const first = shop.requests.length;
    await house.command('POST', 'scrape', { clientId: 'shop' });
    // robots.txt, and some pages.
    await eventually('it is under way', async () => shop.requests.length >= first + 5, PATIENCE_MS);
    await house.siblings.shift()?.stop();
    const before = shop.requests.slice(first);
    weather.slow = false;
    house.siblings.unshift(await startSibling('worker', house.api.services, CRAWL));
    await eventually('it is over', async () => !(await house.pagesOf('shop')).scraping, PATIENCE_MS);
    const after = shop.requests.slice(first + before.length);
    // Only what was being read when the worker went away is read again.
    const again = after.filter((asked) => asked !== '/robots.txt' && before.includes(asked));
    expect(again.length).toBeLessThanOrEqual(2);
    const read = new Set([...before, ...after]);
    const expected = pages
      .map(({ url }) => new URL(url).pathname)
      .filter((each) => !each.startsWith('/private'));
    expect(expected.filter((each) => !read.has(each))).toEqual([]);
    expect((await house.pagesOf('shop')).pages.filter(({ status }) => status === 'processing')).toEqual([]);
  });
});

test('nothing that was learned of a client outlives it', { timeout: PATIENCE_MS }, async () => {
  const kept = async () => {
    const { rows } = await house.api.deps.pg.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM api.chunk WHERE client_id = 'shop'`,
    );
    return rows[0]?.count;
  };
  expect(await kept()).toBeGreaterThan(0);
  const { token: owner } = await house.api.signIn('SuperAdmin');
  const body = { confirmation: 'Client shop' };
  await house.api.call('POST', '/api/ai/clients/shop/close', { token: owner, body });
  await eventually('it was forgotten', async () => (await kept()) === 0);
});

describe.skipIf(!hasLoginGov)('a real website (../shared/data/sites/login_gov)', () => {
  test('is read completely, and answers what visitors ask', { timeout: PATIENCE_MS * 2 }, async () => {
    const site = await startLoginGov();
    try {
      await house.website('login', site.origin);
      await house.discovered('login');
      await house.scraped('login');
      const { pages: all, indexed } = await house.pagesOf('login');
      const of = (status: string) => all.filter((each) => each.status === status);
      // Its 77 pages, and the home page that lists them.
      expect({ completed: of('completed').length, ignored: of('ignored'), indexed }).toEqual({
        completed: 78,
        ignored: [],
        indexed: 78,
      });
      for (const [question, says] of LOGIN_GOV_QUESTIONS) {
        const answer = await house.ask('login', question);
        expect({ question, text: answer.message }).toEqual({ question, text: expect.stringMatching(says) });
      }
      for (const { reason } of of('error'))
        expect(reason).toBe('The server answered 404: there is no such page');
    } finally {
      await site.stop();
    }
  });
});
