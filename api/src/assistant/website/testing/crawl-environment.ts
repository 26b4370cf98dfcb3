import { setTimeout as pause } from 'node:timers/promises';
import { SYSTEM } from '@landline/event-schemas';
import { createClient } from '../../../clients/clients/clients.ts';
import { eventually, startTestApi, testClient } from '../../../testing/api.ts';
import { pdfOf } from '../../../testing/pdf.ts';
import { startProcess, type TestProcess } from '../../../testing/processes.ts';
import { sendHtml, startWebsite, type Website } from '../../../testing/website.ts';
import type { PageRecord, PagesResponse } from '../contract.ts';

/** Settings with which the crawler may read websites on this machine, without pauses. */
export const CRAWL_SETTINGS = { CRAWL_ALLOW_PRIVATE: 'on', CRAWL_PAUSE_MS: '0' };
/** Timeout for tests that crawl; a slow machine crawls 77 pages within it. In milliseconds. */
export const CRAWL_TIMEOUT_MS = 120_000;

/** Faults of the shop's website, which tests switch on. */
interface ShopFaults {
  /** The page /hours returns 500. */
  broken: boolean;
  /** The page /hours returns 404. */
  gone: boolean;
  /** Every response takes 300 ms longer. */
  slow: boolean;
}

const pageHtml = (text: string) =>
  `<title>${text.split('.')[0]}</title><nav>Menu</nav><main><h1>Our shop</h1><p>${text}</p></main>`;
const filler =
  ' We are a family business and have been here for many years, and we look forward to your visit.';
const PAGES: Record<string, string> = {
  '/': `${pageHtml(`Welcome to the shop.${filler}`)}<a href="/hours">Hours</a> <a href="/hours?utm_source=x">Hours</a>
    <a href="/twin">Twin</a> <a href="/copy">Copy</a> <a href="/private/secret">Secret</a> <a href="/missing">Missing</a>
    <a href="/unlisted">Unlisted</a> <a href="/old">Old</a> <a href="/app">App</a> <a href="/deep">Deep</a> <a href="https://elsewhere.example/">Out</a>
    <a href="/photo.jpg">Photo</a> <a href="/menu.pdf">Menu</a> <a href="javascript:alert(1)">No</a>`,
  '/hours': pageHtml(`Opening hours. The shop opens at 9 am and closes at 6 pm on weekdays.${filler}`),
  '/twin': `<link rel="canonical" href="/hours">${pageHtml(`Twin.${filler}`)}`,
  '/copy': pageHtml(`Opening hours. The shop opens at 9 am and closes at 6 pm on weekdays.${filler}`),
  '/private/secret': pageHtml(`Secret.${filler}`),
  '/unlisted': `<meta name="robots" content="noindex">${pageHtml(`Unlisted.${filler}`)}`,
  '/new': pageHtml(`New address. Parking costs 3 dollars an hour behind the house.${filler}`),
  '/deep': '<div>'.repeat(16_000),
  '/app':
    '<div id="root"></div><script src="/app.js"></script><noscript>Please turn on JavaScript.</noscript>',
};

/** Starts a small website with one page of each kind. */
export async function startShop(): Promise<{ shop: Website; faults: ShopFaults }> {
  const faults = { broken: false, gone: false, slow: false };
  const shop = await startWebsite(async (path, request, response) => {
    if (faults.slow) await pause(300);
    if (path === '/robots.txt')
      return response.end(`User-agent: *\nDisallow: /private/\nSitemap: ${shop.origin}/map.xml`);
    if (path === '/map.xml')
      return response.end(`<urlset><url><loc>http://www.localhost/hours</loc></url></urlset>`);
    if (path === '/old') return response.writeHead(301, { location: '/new' }).end();
    if (path === '/menu.pdf')
      return response
        .writeHead(200, { 'content-type': 'application/pdf' })
        .end(pdfOf('Menu of the shop', 'A bowl of soup costs 7 dollars and comes with bread.'));
    if (path === '/hours' && faults.broken) return response.writeHead(500).end();
    const html = path === '/hours' && faults.gone ? undefined : PAGES[path];
    if (html === undefined) return response.writeHead(404).end('Not found');
    const etag = `"${html.length}"`;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    sendHtml(response, html, { etag });
  });
  return { shop, faults };
}

export type CrawlEnvironment = Awaited<ReturnType<typeof startCrawlEnvironment>>;

/** Starts an API with a worker that may crawl this machine, and returns helpers for the website routes. */
export async function startCrawlEnvironment(settings: Record<string, string> = {}) {
  const variables = { ...CRAWL_SETTINGS, ...settings };
  const api = await startTestApi({ variables });
  const starting = [
    startProcess('worker', api.services, variables),
    startProcess('projections', api.services),
  ];
  const processes: TestProcess[] = (await Promise.allSettled(starting)).flatMap((start) =>
    start.status === 'fulfilled' ? [start.value] : [],
  );
  async function stop(): Promise<void> {
    await Promise.all(processes.map((each) => each.stop()));
    await api.stopAll();
  }
  const { token } = await Promise.all(starting)
    .then(() => api.signIn('Admin'))
    .catch(async (error) => {
      await stop();
      throw error;
    });
  const command = (method: string, url: string, body?: object) =>
    api.callInOrder(method, `/api/ai/scraping/${url}`, { token, body });
  const get = (url: string, userToken = token) => api.callInOrder('GET', url, { token: userToken });
  const pagesOf = async (client: string): Promise<PagesResponse> =>
    (await get(`/api/ai/scraping/pages/${client}`)).body;

  return {
    api,
    processes,
    token,
    command,
    get,
    pagesOf,
    async addClient(id: string, primary_domain: string): Promise<void> {
      const data = { ...testClient(id), primary_domain };
      await createClient(api.ports, data, { actor: SYSTEM, correlationId: id });
    },
    async discover(client: string): Promise<PagesResponse> {
      await command('POST', `discover/${client}`);
      return eventually(
        'discovery has finished',
        async () => {
          const state = await pagesOf(client);
          return state.discovering ? undefined : state;
        },
        CRAWL_TIMEOUT_MS,
      );
    },
    async crawl(client: string): Promise<Record<string, PageRecord>> {
      await command('POST', 'scrape', { clientId: client });
      const { pages } = await eventually(
        'the crawl has finished',
        async () => {
          const state = await pagesOf(client);
          return state.scraping ? undefined : state;
        },
        CRAWL_TIMEOUT_MS,
      );
      return Object.fromEntries(pages.map((each) => [new URL(each.url).pathname, each]));
    },
    ask: async (clientId: string, message: string) =>
      (await api.call('POST', '/api/ai/chat', { token, body: { clientId, message } })).body,
    idOf: async (client: string, pathname: string) =>
      (await pagesOf(client)).pages.find(({ url }) => new URL(url).pathname === pathname)?.id,
    stop,
  };
}
