import { setTimeout as pause } from 'node:timers/promises';
import { SYSTEM } from '@landline/event-schemas';
import { createClient } from '../../clients/clients.ts';
import { eventually, startTestApi, testClient } from '../../testing/api.ts';
import { pdfOf } from '../../testing/pdf.ts';
import { type Sibling, startSibling } from '../../testing/processes.ts';
import { sendHtml, startWebsite, type Website } from '../../testing/website.ts';
import type { PagesResponse, ScrapedPageRecord } from '../contract.ts';

export const CRAWL = { CRAWL_ALLOW_PRIVATE: 'on', CRAWL_PAUSE_MS: '0' };
/** A slow machine reads 77 pages in this time. */
export const PATIENCE_MS = 120_000;

/** What a shop's pages are like at the moment. */
interface Weather {
  broken: boolean;
  gone: boolean;
  slow: boolean;
}

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

/** A small website with one page of each kind. */
export async function startShop(): Promise<{ shop: Website; weather: Weather }> {
  const weather = { broken: false, gone: false, slow: false };
  const shop = await startWebsite(async (asked, request, response) => {
    if (weather.slow) await pause(300);
    if (asked === '/robots.txt')
      return response.end(`User-agent: *\nDisallow: /private/\nSitemap: ${shop.origin}/map.xml`);
    if (asked === '/map.xml')
      return response.end(`<urlset><url><loc>http://www.localhost/hours</loc></url></urlset>`);
    if (asked === '/old') return response.writeHead(301, { location: '/new' }).end();
    if (asked === '/menu.pdf')
      return response
        .writeHead(200, { 'content-type': 'application/pdf' })
        .end(pdfOf('Menu of the shop', 'A bowl of soup costs 7 dollars and comes with bread.'));
    if (asked === '/hours' && weather.broken) return response.writeHead(500).end();
    const html = asked === '/hours' && weather.gone ? undefined : PAGES[asked];
    if (html === undefined) return response.writeHead(404).end('Not found');
    const etag = `"${html.length}"`;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    sendHtml(response, html, { etag });
  });
  return { shop, weather };
}

export type CrawlHouse = Awaited<ReturnType<typeof startCrawlHouse>>;

/** The product with a worker that may crawl this machine, and what staff ask of it. */
export async function startCrawlHouse(more: Record<string, string> = {}) {
  const variables = { ...CRAWL, ...more };
  const api = await startTestApi({ variables });
  const siblings: Sibling[] = await Promise.all([
    startSibling('worker', api.services, variables),
    startSibling('projections', api.services),
  ]);
  const { token } = await api.signIn('Admin');
  /** Of the last command: what is read afterwards knows of it. */
  let position = '';

  async function command(method: string, url: string, body?: object) {
    const answer = await api.call(method, `/api/ai/scraping/${url}`, { token, body });
    position = answer.headers.get('X-Event-Position') ?? position;
    return answer;
  }
  const get = (url: string, as = token) =>
    api.call('GET', url, { token: as, headers: { 'X-Min-Position': position } });
  const pagesOf = async (client: string): Promise<PagesResponse> =>
    (await get(`/api/ai/scraping/pages/${client}`)).body;

  return {
    api,
    siblings,
    token,
    command,
    get,
    pagesOf,
    async website(id: string, primary_domain: string): Promise<void> {
      const data = { ...testClient(id), primary_domain };
      await createClient(api.deps, data, { actor: SYSTEM, correlationId: id });
    },
    async discovered(client: string): Promise<PagesResponse> {
      await command('POST', `discover/${client}`);
      return eventually(
        'it was discovered',
        async () => {
          const state = await pagesOf(client);
          return state.discovering ? undefined : state;
        },
        PATIENCE_MS,
      );
    },
    async scraped(client: string): Promise<Record<string, ScrapedPageRecord>> {
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
    },
    ask: async (clientId: string, message: string) =>
      (await api.call('POST', '/api/ai/chat', { token, body: { clientId, message } })).body,
    idOf: async (client: string, pathname: string) =>
      (await pagesOf(client)).pages.find(({ url }) => new URL(url).pathname === pathname)?.id,
    async stop() {
      await Promise.all(siblings.map((each) => each.stop()));
      await api.stopAll();
    },
  };
}
