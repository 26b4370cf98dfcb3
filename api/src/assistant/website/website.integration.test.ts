import { type RecordedEvent, SYSTEM, streams } from '@landline/event-schemas';
import { decodeEvent } from '@landline/event-schemas/codec';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/api.ts';
import { startProcess } from '../../testing/processes.ts';
import type { Website } from '../../testing/website.ts';
import { PLANS } from '../billing/contract.ts';
import { priceList } from '../billing/price-list.ts';
import { pageAllowance } from '../billing/prices.ts';
import {
  CRAWL_SETTINGS,
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
});
afterAll(async () => {
  await environment?.stop();
  await shop?.stop();
});

describe('website', () => {
  test('is discovered through its sitemap', async () => {
    expect((await environment.command('POST', 'discover/shop')).status).toBe(200);
    const { pages } = await eventually('discovery has ended', async () => {
      const state = await environment.pagesOf('shop');
      return state.discovering ? undefined : state;
    });
    expect(pages.map(({ url }) => url).sort()).toEqual([`${shop.origin}/`, `${shop.origin}/hours`]);
  });

  test('records discovery as caused by its request', async () => {
    const { eventStore } = environment.api.ports;
    const recorded: RecordedEvent[] = [];
    await eventStore.read(streams.site('shop'), (stored, position = 0n) => {
      const event = decodeEvent(stored, position);
      if (event) recorded.push(event);
    });
    const [requested, discovered] = recorded.filter(({ type }) => type.startsWith('SiteDiscover'));
    expect(discovered).toMatchObject({
      type: 'SiteDiscovered',
      metadata: { correlationId: requested?.metadata.correlationId, causationId: requested?.id },
    });
  });

  test('is crawled by following its links, with a status per page', {
    timeout: CRAWL_TIMEOUT_MS,
  }, async () => {
    const pages = await environment.crawl('shop');
    const outcomes = Object.entries(pages).map(([path, { status, reason }]) => [path, status, reason]);
    expect(outcomes.sort()).toEqual([
      ['/', 'completed', null],
      ['/app', 'error', 'The page needs JavaScript, which the crawler does not run'],
      ['/copy', 'ignored', `The same content as ${shop.origin}/hours`],
      ['/deep', 'error', 'The page is nested too deeply'],
      ['/hours', 'completed', null],
      ['/menu.pdf', 'completed', null],
      ['/missing', 'error', 'The server returned status 404: the page does not exist'],
      ['/new', 'completed', null],
      ['/old', 'ignored', `The page redirects to ${shop.origin}/new`],
      ['/private/secret', 'ignored', 'Blocked by robots.txt'],
      ['/twin', 'ignored', `The same page as ${shop.origin}/hours`],
      ['/unlisted', 'ignored', 'The page opts out of indexing (noindex)'],
    ]);
    expect(shop.requests).not.toContain('/private/secret');
    const answer = await environment.ask('shop', 'When does the shop open?');
    expect(answer.message).toContain('opens at 9 am');
    expect(answer.citations[0]).toMatchObject({ url: `${shop.origin}/hours`, heading: 'Our shop' });
    const soup = await environment.ask('shop', 'What does a bowl of soup cost?');
    expect(soup.message).toContain('7 dollars');
    expect(soup.citations[0]).toMatchObject({ url: `${shop.origin}/menu.pdf`, heading: 'Page 2' });
    expect((await environment.pagesOf('shop')).indexed).toBe(4);
  });

  test('keeps a page after a temporary failure and drops a missing one', {
    timeout: CRAWL_TIMEOUT_MS,
  }, async () => {
    faults.broken = true;
    expect((await environment.crawl('shop'))['/hours']).toMatchObject({
      status: 'error',
      reason: 'The server returned status 500',
    });
    expect((await environment.ask('shop', 'When does the shop open?')).message).toContain('opens at 9 am');
    faults.broken = false;
    faults.gone = true;
    expect((await environment.crawl('shop'))['/hours']).toMatchObject({ status: 'error', passages: 0 });
    // After the next crawl, the copy takes its place.
    await environment.crawl('shop');
    const answer = await environment.ask('shop', 'When does the shop open?');
    expect(answer.citations[0]?.url).toBe(`${shop.origin}/copy`);
    faults.gone = false;
  });
});

describe('crawl', () => {
  test('removes pages that new patterns exclude', {
    timeout: CRAWL_TIMEOUT_MS,
  }, async () => {
    const settings = { include: [], exclude: ['/new'], recrawl: 'daily' };
    expect(
      (
        await environment.api.call('PUT', '/api/ai/scraping/settings/shop', {
          token: environment.token,
          body: settings,
        })
      ).body,
    ).toEqual({
      success: true,
      message: 'Crawl settings saved',
    });
    expect((await environment.pagesOf('shop')).settings).toEqual(settings);
    const before = shop.requests.filter((each) => each === '/new').length;
    expect((await environment.crawl('shop'))['/new']).toMatchObject({
      status: 'ignored',
      reason: "Excluded by the website's patterns",
    });
    expect(shop.requests.filter((each) => each === '/new').length).toBe(before + 1); // from /old, which redirects there
    expect(await environment.ask('shop', 'What does parking cost?')).toMatchObject({ answered: false });
    const { body } = await environment.get(
      `/api/ai/scraping/pages/shop/${await environment.idOf('shop', '/new')}/history`,
    );
    expect(body.entries[0]).toMatchObject({
      type: 'PageIgnored',
      by: 'Landline',
      reason: "Excluded by the website's patterns",
    });
    expect(body.entries.at(-1)).toMatchObject({ type: 'PageAdded', priority: 5 });
    const noPatterns = { include: [], exclude: [], recrawl: 'daily' };
    await environment.api.call('PUT', '/api/ai/scraping/settings/shop', {
      token: environment.token,
      body: noPatterns,
    });
    await environment.crawl('shop');
    expect((await environment.ask('shop', 'What does parking cost?')).message).toContain('3 dollars');
  });

  test.each([
    [{ include: ['blog'], exclude: [], recrawl: 'daily' }, 'A pattern must start with / or *'],
    [{ include: [], exclude: ['/a b'], recrawl: 'daily' }, 'A pattern must start with / or *'],
    [{ include: [], exclude: [], recrawl: 'hourly' }, ''],
  ])('rejects the settings %j', async (body, message) => {
    const response = await environment.api.call('PUT', '/api/ai/scraping/settings/shop', {
      token: environment.token,
      body,
    });
    expect(response.status).toBe(400);
    expect(response.body.message).toContain(message);
  });

  test('is repeated when it is due', {
    timeout: CRAWL_TIMEOUT_MS,
  }, async () => {
    const runRecrawlJob = () =>
      environment.api.ports.pg.query(`SELECT graphile_worker.add_job('scraping.recrawl')`);
    const lastCrawledAt = async () => (await environment.pagesOf('shop')).scraped_at;
    const before = await lastCrawledAt();
    await runRecrawlJob();
    await eventually('the recrawl job has run', async () => {
      const { rowCount } = await environment.api.ports.pg.query(
        `SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'scraping.recrawl'`,
      );
      return rowCount === 0;
    });
    expect(await lastCrawledAt()).toBe(before);
    const requestsBefore = shop.requests.length;
    // Simulates that more than a day has passed.
    await environment.api.ports.pg.query(
      `UPDATE read.site SET scraped_at = scraped_at - interval '25 hours'`,
    );
    const shifted = await lastCrawledAt();
    await runRecrawlJob();
    await eventually(
      'the website was crawled again',
      async () => (await lastCrawledAt()) !== shifted,
      CRAWL_TIMEOUT_MS,
    );
    expect(shop.requests.length).toBeGreaterThan(requestsBefore);
    expect((await environment.pagesOf('shop')).pages.find(({ url }) => url.endsWith('/new'))?.status).toBe(
      'completed',
    );
  });

  test('is reported in the worker status', async () => {
    const { body } = await environment.api.call('GET', '/api/ai/scraping/worker-status', {
      token: environment.token,
    });
    expect(body).toMatchObject({ connected: true, error: null, blacklistedUrls: 0 });
    expect(body.scrapedLast24h).toBeGreaterThan(5);
    expect(body.avgResponseTime).toBeGreaterThanOrEqual(0);
  });

  test('resumes after its worker is killed', { timeout: CRAWL_TIMEOUT_MS }, async () => {
    const { pages } = await environment.pagesOf('shop');
    faults.slow = true;
    const requestsBefore = shop.requests.length;
    await environment.command('POST', 'scrape', { clientId: 'shop' });
    // robots.txt and some pages.
    await eventually(
      'the crawl is in progress',
      async () => shop.requests.length >= requestsBefore + 5,
      CRAWL_TIMEOUT_MS,
    );
    await environment.processes.shift()?.stop();
    const beforeRestart = shop.requests.slice(requestsBefore);
    faults.slow = false;
    environment.processes.unshift(await startProcess('worker', environment.api.services, CRAWL_SETTINGS));
    await eventually(
      'the crawl has ended',
      async () => !(await environment.pagesOf('shop')).scraping,
      CRAWL_TIMEOUT_MS,
    );
    const afterRestart = shop.requests.slice(requestsBefore + beforeRestart.length);
    // Only the page that was being read when the worker died is read again.
    const repeated = afterRestart.filter((path) => path !== '/robots.txt' && beforeRestart.includes(path));
    expect(repeated.length).toBeLessThanOrEqual(2);
    const requested = new Set([...beforeRestart, ...afterRestart]);
    const expected = pages
      .map(({ url }) => new URL(url).pathname)
      .filter((path) => !path.startsWith('/private'));
    expect(expected.filter((path) => !requested.has(path))).toEqual([]);
    expect((await environment.pagesOf('shop')).pages.filter(({ status }) => status === 'processing')).toEqual(
      [],
    );
  });
});

test('adds no pages to a list that is longer than the plan allows', {
  timeout: CRAWL_TIMEOUT_MS,
}, async () => {
  const { commands, pool } = environment.api.ports;
  const publishPages = async (pages: number | null) => {
    await commands.execute(priceList, {
      stream: streams.priceList(),
      command: { type: 'publish', price_list: { ...PLANS, pro: { ...PLANS.pro, pages } } },
      actor: SYSTEM,
      correlationId: `pages-${pages}`,
    });
    await eventually('the price list is in force', async () => (await pageAllowance(pool, 'pro')) === pages);
  };
  // Two clients cannot have the same domain.
  const origin = `http://127.0.0.1:${shop.port}`;
  await environment.addClient('downgraded', origin);
  const paths = ['/first', '/second', '/third', '/fourth'];
  for (const path of paths)
    await environment.command('POST', 'add-custom-url', { clientId: 'downgraded', url: `${origin}${path}` });
  expect((await environment.pagesOf('downgraded')).pages).toHaveLength(paths.length);
  await publishPages(1);
  try {
    const pages = await environment.crawl('downgraded');
    expect(Object.keys(pages).sort()).toEqual(['/', ...paths].sort());
  } finally {
    await publishPages(PLANS.pro.pages);
  }
});

test('rejects a crawl of a closed client, and discovers none of its pages', {
  timeout: CRAWL_TIMEOUT_MS,
}, async () => {
  await environment.addClient('closed', 'https://closed.example.com');
  const { token } = await environment.api.signIn('SuperAdmin');
  const body = { confirmation: 'Client closed' };
  await environment.api.call('POST', '/api/ai/clients/closed/close', { token, body });
  expect(await environment.discover('closed')).toMatchObject({
    pages: [],
    problems: ['The client is inactive or does not have the AI Assistant.'],
  });
  expect(await environment.command('POST', 'scrape', { clientId: 'closed' })).toMatchObject({
    status: 409,
    body: {
      code: 'ASSISTANT_INACTIVE',
      message: 'The client is inactive or does not have the AI Assistant.',
    },
  });
});

test('deletes the content of a closed client', { timeout: CRAWL_TIMEOUT_MS }, async () => {
  const passageCount = async () => {
    const { rows } = await environment.api.ports.pg.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM api.chunk WHERE client_id = 'shop'`,
    );
    return rows[0]?.count;
  };
  expect(await passageCount()).toBeGreaterThan(0);
  const { token: superAdmin } = await environment.api.signIn('SuperAdmin');
  const body = { confirmation: 'Client shop' };
  await environment.api.call('POST', '/api/ai/clients/shop/close', { token: superAdmin, body });
  await eventually('the content is deleted', async () => (await passageCount()) === 0);
});
