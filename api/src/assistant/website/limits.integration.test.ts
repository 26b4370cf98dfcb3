import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendHtml, startWebsite, type Website } from '../../testing/website.ts';
import { MAX_CLIENT_PASSAGES } from '../answers/contract.ts';
import { INDEX_FULL, MAX_PAGE_CHARACTERS, PAGE_CUT } from './contract.ts';
import {
  CRAWL_TIMEOUT_MS,
  type CrawlEnvironment,
  startCrawlEnvironment,
} from './testing/crawl-environment.ts';

const paragraph = (number: number) =>
  `<p>Chapter ${number} of the handbook. ${'The workshop keeps its tools in order. '.repeat(30)}</p>`;
const PAGES: Record<string, string> = {
  '/': '<title>Shop</title><main><h1>Shop</h1><p>Parking costs 3 dollars an hour behind the shop.</p><a href="/handbook">Handbook</a></main>',
  '/handbook': `<title>Handbook</title><main><h1>Handbook</h1>${Array.from({ length: 300 }, (_, i) => paragraph(i)).join('')}</main>`,
};

let environment: CrawlEnvironment;
let shop: Website;
beforeAll(async () => {
  shop = await startWebsite((pathname, request, response) => {
    const html = PAGES[pathname];
    if (html === undefined) return response.writeHead(404).end();
    const etag = `"${html.length}"`;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    sendHtml(response, html, { etag });
  });
  environment = await startCrawlEnvironment();
}, CRAWL_TIMEOUT_MS);
afterAll(async () => {
  await environment?.stop();
  await shop?.stop();
});

/** Returns a client whose website is the shop at this host. */
async function clientAt(host: string): Promise<string> {
  const clientId = `client-${randomUUID()}`;
  await environment.addClient(clientId, `http://${host}:${shop.port}`);
  await environment.discover(clientId);
  return clientId;
}

test('indexes a long page up to the limit and reports the cut after every crawl', {
  timeout: CRAWL_TIMEOUT_MS,
}, async () => {
  const clientId = await clientAt('localhost');
  const cut = { status: 'completed', stage: 'indexed', reason: PAGE_CUT };
  const first = await environment.crawl(clientId);
  expect(first).toMatchObject({ '/handbook': cut, '/': { status: 'completed', reason: null } });
  const { rows } = await environment.api.ports.pg.query<{ characters: number }>(
    `SELECT sum(length(heading) + length(text))::int AS characters FROM api.chunk
     WHERE client_id = $1 AND page_id = $2`,
    [clientId, first['/handbook']?.id],
  );
  expect(rows[0]?.characters).toBeLessThanOrEqual(MAX_PAGE_CHARACTERS);
  expect(rows[0]?.characters).toBeGreaterThan(MAX_PAGE_CHARACTERS - 5_000);
  // In this crawl, the server answers 304.
  expect(await environment.crawl(clientId)).toMatchObject({ '/handbook': cut });
  const history = await environment.get(
    `/api/ai/scraping/pages/${clientId}/${first['/handbook']?.id}/history`,
  );
  expect(history.body.entries[0]).toMatchObject({ changed: false, reason: PAGE_CUT });
  // Simulates a page that was stored just before it grew past the limit, so that its passages did not change. The first
  // crawl reads it in full; the second gets a 304.
  await environment.api.ports.pg.query(
    'UPDATE api.page_content SET is_cut = false, etag = NULL WHERE client_id = $1',
    [clientId],
  );
  for (let crawl = 0; crawl < 2; crawl++)
    expect(await environment.crawl(clientId)).toMatchObject({ '/handbook': cut });
});

test('excludes a page from a full index until there is room, and keeps an indexed page that does not grow', {
  timeout: CRAWL_TIMEOUT_MS,
}, async () => {
  const clientId = await clientAt('127.0.0.1');
  const { pg } = environment.api.ports;
  const filler = randomUUID();
  await pg.query(
    `INSERT INTO api.page_content (client_id, page_id, url, title, version) VALUES ($1, $2, 'https://example.com', '', 0)`,
    [clientId, filler],
  );
  const fill = (passages: number) =>
    pg.query(
      `INSERT INTO api.chunk (client_id, page_id, number, heading, text)
       SELECT $1, $2, number, '', 'Passage' FROM generate_series(1, $3::int) AS number`,
      [clientId, filler, passages],
    );
  await fill(MAX_CLIENT_PASSAGES - 2);
  const full = await environment.crawl(clientId);
  expect(full).toMatchObject({
    '/handbook': { status: 'ignored', stage: 'indexed', reason: INDEX_FULL, passages: 0 },
    '/': { status: 'completed', passages: 1 },
  });
  const { body } = await environment.get(`/api/ai/learned-pages/client/${clientId}`);
  expect(body).toMatchObject({ left_out: 1, needs_javascript: 0 });
  await pg.query('DELETE FROM api.chunk WHERE client_id = $1 AND page_id = $2', [clientId, filler]);
  expect(await environment.crawl(clientId)).toMatchObject({ '/handbook': { status: 'completed' } });
  // The index exceeds the limit, as if it had been filled before the limit existed.
  await fill(MAX_CLIENT_PASSAGES);
  PAGES['/'] = PAGES['/']?.replace('3 dollars', '45 dollars') ?? '';
  expect(await environment.crawl(clientId)).toMatchObject({
    '/': { status: 'completed', passages: 1 },
    '/handbook': { status: 'completed' },
  });
  const { rows } = await pg.query(`SELECT FROM api.chunk WHERE client_id = $1 AND text LIKE '%45 dollars%'`, [
    clientId,
  ]);
  expect(rows).toHaveLength(1);
});
