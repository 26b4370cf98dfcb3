import { SYSTEM } from '@landline/event-schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startApiOn, testClient } from '../../testing/api.ts';
import { docxOf } from '../../testing/docx.ts';
import { pdfOf } from '../../testing/pdf.ts';
import { deletePageContent } from '../answers/page-content.ts';
import { DOCUMENT_NOT_ACCEPTED, MAX_DOCUMENT_BYTES, type PageRecord } from './contract.ts';
import { startVisit } from './crawl.ts';
import { crawlPage, type Visit } from './crawl-page.ts';
import { DOCX } from './documents.ts';
import { purgePages } from './purge-pages.ts';
import {
  CRAWL_TIMEOUT_MS,
  type CrawlEnvironment,
  startCrawlEnvironment,
} from './testing/crawl-environment.ts';

let environment: CrawlEnvironment;
/** A client and a session of one of its users. */
let clientId: string;
let token: string;
beforeAll(async () => {
  environment = await startCrawlEnvironment();
  const session = await environment.api.signIn('ClientUser');
  token = session.token;
  clientId = session.clientId ?? '';
}, CRAWL_TIMEOUT_MS);
afterAll(() => environment?.stop());

const send = (path: string, name: string, body: Buffer | string, userToken: string) =>
  environment.api.callInOrder('POST', `${path}?name=${encodeURIComponent(name)}`, { token: userToken, body });
const upload = (name: string, body: Buffer | string, userToken = token) =>
  send(`/api/ai/learned-pages/client/${clientId}/documents`, name, body, userToken);
const uploadAsStaff = (name: string, body: Buffer | string, client = clientId) =>
  send(`/api/ai/scraping/documents/${client}`, name, body, environment.token);
const ask = (question: string) => environment.ask(clientId, question);
async function pageOf(name: string): Promise<PageRecord | undefined> {
  // Waits for earlier commands, so that the page is up to date.
  const { body } = await environment.api.callInOrder('GET', `/api/ai/scraping/pages/${clientId}`, {
    token: environment.token,
  });
  return body.pages.find((each: PageRecord) => each.file_name === name);
}
/** Waits until the worker has read a file. */
const waitUntilRead = (name: string) =>
  eventually(
    `${name} was read`,
    async () => {
      const page = await pageOf(name);
      return page?.status === 'pending' ? undefined : page;
    },
    CRAWL_TIMEOUT_MS,
  );
const download = (name: string, userToken?: string) =>
  fetch(new URL(`/api/ai/documents/${clientId}/${encodeURIComponent(name)}`, environment.api.url), {
    headers: userToken === undefined ? {} : { Authorization: `Bearer ${userToken}` },
  });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const storedNames = async () =>
  (
    await environment.api.ports.pg.query<{ name: string }>(
      'SELECT name FROM api.document WHERE client_id = $1 ORDER BY name',
      [clientId],
    )
  ).rows.map(({ name }) => name);
const history = async (id: string) =>
  (await environment.get(`/api/ai/scraping/pages/${clientId}/${id}/history`)).body.entries;

const MENU = 'Menü & more (1).pdf';
const SOUP = pdfOf('Menu of the shop', 'A bowl of soup costs 7 dollars and comes with bread.');
const NEW_SOUP = pdfOf('Menu of the shop', 'A bowl of soup costs 8 dollars and comes with bread.');

test('answers from a PDF that a client uploads, cites it and serves it', {
  timeout: CRAWL_TIMEOUT_MS,
}, async () => {
  expect(await upload(MENU, SOUP)).toMatchObject({
    status: 202,
    body: { message: 'Your assistant is reading the file.' },
  });
  const { id, url, ...menu } = (await waitUntilRead(MENU)) ?? expect.fail('The file is not listed');
  expect(menu).toMatchObject({ status: 'completed', is_custom: true, priority: 5 });
  const { message, citations } = await ask('What does a bowl of soup cost?');
  expect(message).toContain('7 dollars');
  expect(citations[0]).toMatchObject({ url });
  expect(new URL(url).pathname).toBe(`/api/ai/documents/${clientId}/${encodeURIComponent(MENU)}`);
  const file = await fetch(new URL(new URL(url).pathname, environment.api.url));
  expect(await bytesOf(file)).toEqual(SOUP);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="Men_ & more (1).pdf"; filename*=UTF-8''Men%C3%BC%20%26%20more%20%281%29.pdf`,
    'x-content-type-options': 'nosniff',
  });
  expect(await history(id)).toMatchObject([
    { type: 'PageScraped', by: 'Landline', changed: true },
    { type: 'PageDocumentUploaded', file: { name: MENU, bytes: SOUP.length } },
    { type: 'PageAdded', priority: 5, file: null },
  ]);
  const search = await environment.get(
    `/api/ai/learned-pages/client/${clientId}?search=${encodeURIComponent('Menü & more')}`,
    token,
  );
  expect(search.body).toMatchObject({ found: 1, pages: [{ id, file_name: MENU }] });
});

test('staff can replace a file with one of the same name, and the history lists both', {
  timeout: CRAWL_TIMEOUT_MS,
}, async () => {
  expect((await uploadAsStaff(MENU, NEW_SOUP)).status).toBe(202);
  const menu = await waitUntilRead(MENU);
  expect((await ask('What does a bowl of soup cost?')).message).toContain('8 dollars');
  expect(await bytesOf(await download(MENU))).toEqual(NEW_SOUP);
  const entries = await history(menu?.id ?? '');
  const uploads = entries.filter(({ type }: { type: string }) => type === 'PageDocumentUploaded');
  expect(uploads).toMatchObject([
    { by: 'Ada Admin', file: { bytes: NEW_SOUP.length } },
    { by: 'Ada ClientUser', file: { bytes: SOUP.length } },
  ]);
  expect(await storedNames()).toEqual([MENU]);
});

test('Word and text files are read, and downloaded with their own content type', {
  timeout: CRAWL_TIMEOUT_MS,
}, async () => {
  const terms = docxOf('Terms of sale', 'The warranty lasts for five years.');
  await upload('terms.docx', terms);
  await upload('fees.md', '# Fees\n\nA late payment costs 12 dollars. <script>alert(1)</script>');
  expect(await waitUntilRead('terms.docx')).toMatchObject({ status: 'completed', title: 'Terms of sale' });
  expect(await waitUntilRead('fees.md')).toMatchObject({ status: 'completed' });
  expect((await ask('How long does the warranty last?')).message).toContain('five years');
  expect((await ask('What does a late payment cost?')).message).toContain('12 dollars');
  const word = await download('terms.docx');
  expect(word.headers.get('Content-Type')).toBe(DOCX);
  expect(word.headers.get('Content-Disposition')).toBe('attachment; filename="terms.docx"');
  expect(await bytesOf(word)).toEqual(terms);
  const text = await download('fees.md');
  expect(text.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  expect(text.headers.get('Content-Disposition')).toBe('inline; filename="fees.md"');
  expect(text.headers.get('X-Content-Type-Options')).toBe('nosniff');
});

test('an unreadable file replaces the indexed one', {
  timeout: CRAWL_TIMEOUT_MS,
}, async () => {
  await upload('terms.docx', 'PK\x03\x04 is not a document');
  expect(await waitUntilRead('terms.docx')).toMatchObject({
    status: 'error',
    reason: 'The file could not be read',
    passages: 0,
  });
  expect(await ask('How long does the warranty last?')).toMatchObject({ answered: false });
  // The file is kept: a crawl that finds no text deletes only what was indexed.
  expect(await storedNames()).toContain('terms.docx');
});

test('a crawl reads an unchanged file without recording a change', {
  timeout: CRAWL_TIMEOUT_MS,
}, async () => {
  const before = await pageOf(MENU);
  const recrawl = await environment.command('POST', 'scrape-immediate', {
    clientId,
    urlIds: [before?.id],
  });
  expect(recrawl.body.summary).toEqual({ successful: 1, total: 1 });
  expect((await history(before?.id ?? ''))[0]).toMatchObject({ type: 'PageScraped', changed: false });
  expect(await pageOf(MENU)).toMatchObject({ status: 'completed', passages: before?.passages });
});

test('a visit that read an earlier file does not replace the content of a later one', {
  timeout: CRAWL_TIMEOUT_MS,
}, async () => {
  await upload('rates.txt', 'Gift wrapping costs 4 dollars for each parcel.');
  const { id = '', url = '' } = (await waitUntilRead('rates.txt')) ?? {};
  const { ports } = environment.api;
  await deletePageContent(ports.pool, clientId, [id]); // so that the visit reads the file again
  const visit = await startVisit(ports, clientId, { actor: SYSTEM, correlationId: id });
  const slowVisit: Visit = {
    ...visit,
    extractor: {
      ...visit.extractor,
      async page(file) {
        const page = await visit.extractor.page(file);
        if (Buffer.from(file.body).includes('4 dollars')) {
          await upload('rates.txt', 'Gift wrapping costs 6 dollars for each parcel.');
          await waitUntilRead('rates.txt');
        }
        return page;
      },
    },
  };
  try {
    expect(await crawlPage(ports, { page_id: id, url, is_custom: true }, slowVisit)).toMatchObject({
      successful: true,
    });
  } finally {
    await visit.close();
  }
  expect((await ask('What does gift wrapping cost?')).message).toContain('6 dollars');
});

test.each([
  ['page.html', '<title>Page</title>'],
  ['page.pdf', '<title>Page</title>'],
  ['empty.txt', ''],
])('rejects %s with content %j', async (name, body) => {
  const head = await environment.api.head();
  const response = await upload(name, body);
  expect(response).toMatchObject({ status: 400, body: { message: DOCUMENT_NOT_ACCEPTED } });
  expect(await environment.api.head()).toBe(head);
  expect((await download(name)).status).toBe(404);
});

test('rejects a large file, an upload to another client, and an unknown client', async () => {
  expect((await upload('large.txt', Buffer.alloc(MAX_DOCUMENT_BYTES + 1, 'a'))).status).toBe(413);
  const otherClient = await environment.api.signIn('ClientUser');
  expect((await upload('mine.txt', 'Mine', otherClient.token)).status).toBe(403);
  expect((await uploadAsStaff('mine.txt', 'Mine', 'unknown-client')).status).toBe(404);
  // Citations can be followed by anyone.
  expect((await download(MENU, otherClient.token)).status).toBe(200);
  expect((await download('unknown.pdf')).status).toBe(404);
});

test('a blacklisted file is neither quoted, downloaded nor replaced until it is restored', {
  timeout: CRAWL_TIMEOUT_MS,
}, async () => {
  const id = (await pageOf(MENU))?.id;
  await environment.command('POST', 'blacklist-by-url', { client_id: clientId, pageIds: [id] });
  expect(await ask('What does a bowl of soup cost?')).toMatchObject({ answered: false });
  expect((await download(MENU)).status).toBe(404);
  expect(await upload(MENU, SOUP)).toMatchObject({ status: 409, body: { code: 'URL_BLACKLISTED' } });
  const { body } = await environment.get(`/api/ai/scraping/blacklisted-urls/${clientId}`);
  expect(body.urls).toMatchObject([{ id, file_name: MENU }]);
  await environment.command('POST', 'restore-blacklisted', { client_id: clientId, ids: [id] });
  expect((await ask('What does a bowl of soup cost?')).message).toContain('8 dollars');
  expect(await bytesOf(await download(MENU))).toEqual(NEW_SOUP);
});

test('deleting the content deletes the file, and the restored page says so', {
  timeout: CRAWL_TIMEOUT_MS,
}, async () => {
  const id = (await pageOf(MENU))?.id;
  await environment.command('POST', 'blacklist-and-delete', { client_id: clientId, pageIds: [id] });
  expect(await storedNames()).not.toContain(MENU);
  await environment.command('POST', 'restore-blacklisted', { client_id: clientId, ids: [id] });
  expect(await waitUntilRead(MENU)).toMatchObject({
    status: 'error',
    reason: 'The file was deleted. Upload it again',
    passages: 0,
  });
  expect((await download(MENU)).status).toBe(404);
  await uploadAsStaff(MENU, SOUP);
  expect(await waitUntilRead(MENU)).toMatchObject({ status: 'completed' });
  await environment.command('POST', 'blacklist-by-url', { client_id: clientId, pageIds: [id] });
  await environment.command('DELETE', 'permanently-delete', { urlIds: [id] });
  expect(await storedNames()).not.toContain(MENU);
  expect((await download(MENU)).status).toBe(404);
  // A deleted file can be uploaded again.
  await uploadAsStaff(MENU, SOUP);
  expect(await waitUntilRead(MENU)).toMatchObject({ status: 'completed' });
  expect((await ask('What does a bowl of soup cost?')).message).toContain('7 dollars');
  // Simulates a deletion job that runs late.
  await purgePages(environment.api.ports, clientId, [id ?? '']);
  expect(await bytesOf(await download(MENU))).toEqual(SOUP);
  expect((await ask('What does a bowl of soup cost?')).message).toContain('7 dollars');
  await environment.command('DELETE', `delete-all-content/${clientId}`);
  expect(await storedNames()).toEqual([]);
});

test('files can be opened and replaced after PUBLIC_URL has changed', {
  timeout: CRAWL_TIMEOUT_MS,
}, async () => {
  const name = 'parking.txt';
  await upload(name, 'Parking costs 3 dollars an hour.');
  await waitUntilRead(name);
  const movedApi = await startApiOn(environment.api.services, {
    variables: { PUBLIC_URL: 'https://moved.example.com' },
  });
  try {
    const path = `/api/ai/documents/${clientId}/${name}`;
    expect(await movedApi.call('GET', path)).toMatchObject({
      status: 200,
      body: 'Parking costs 3 dollars an hour.',
    });
    await movedApi.call('POST', `/api/ai/scraping/documents/${clientId}?name=${name}`, {
      token: environment.token,
      body: 'Parking costs 4 dollars an hour.',
    });
    await eventually('the replacement was read', async () => {
      const page = await pageOf(name);
      return page?.status === 'completed' && page.url === `https://moved.example.com${path}`;
    });
    const { message, citations } = await ask('What does parking cost?');
    expect(message).toContain('4 dollars');
    expect(citations).toMatchObject([{ url: `https://moved.example.com${path}` }]);
    expect(await movedApi.call('GET', path)).toMatchObject({ body: 'Parking costs 4 dollars an hour.' });
    await eventually('the earlier file is deleted', async () => (await storedNames()).length === 1);
    // Upload the same content at the first address again.
    await upload(name, 'Parking costs 4 dollars an hour.');
    expect(await waitUntilRead(name)).toMatchObject({ status: 'completed' });
    expect((await ask('What does parking cost?')).message).toContain('4 dollars');
  } finally {
    await movedApi.stop();
  }
  await environment.command('DELETE', `delete-all-content/${clientId}`);
  expect(await storedNames()).toEqual([]);
});

test('a full list of pages rejects new files, but not new versions of a file', {
  timeout: CRAWL_TIMEOUT_MS,
}, async () => {
  await upload('first.txt', 'Our shop is closed on Mondays.');
  await waitUntilRead('first.txt');
  const { body } = await environment.get(`/api/ai/learned-pages/client/${clientId}`, token);
  await environment.api.ports.pg.query(
    `INSERT INTO read.page (generation, page_id, client_id, url, priority, is_custom, status, passages)
     SELECT generation, 'filler ' || number, client_id, 'https://shop.example/' || number, 5, false, 'pending', 0
     FROM read.page, generate_series(1, $2::int) AS number WHERE client_id = $1 AND file_name = 'first.txt'`,
    [clientId, body.allowance * 2],
  );
  expect(await upload('second.txt', 'More')).toMatchObject({ status: 422, body: { code: 'TOO_MANY_PAGES' } });
  expect((await upload('first.txt', 'Our shop is closed on Sundays.')).status).toBe(202);
});

test('closing the client deletes its files, including one whose upload is in progress', {
  timeout: CRAWL_TIMEOUT_MS,
}, async () => {
  // Once the worker has read the file, only the upload waits for the lock.
  const { id } = (await waitUntilRead('first.txt')) ?? expect.fail('The file is not listed');
  expect(await storedNames()).toEqual(['first.txt']);
  const { pg } = environment.api.ports;
  const blocker = await pg.connect();
  try {
    await blocker.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`document ${id}`]);
    const uploading = upload('first.txt', 'Our shop is closed on Fridays.');
    await eventually('the upload waits for the lock', async () => {
      const { rows } = await pg.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return rows.length > 0;
    });
    await closeClient();
    await blocker.query('SELECT pg_advisory_unlock_all()');
    expect(await uploading).toMatchObject({ status: 409, body: { code: 'CLIENT_CLOSED' } });
  } finally {
    blocker.release(true);
  }
  expect(await storedNames()).toEqual([]);
  expect(await uploadAsStaff('late.txt', 'Late')).toMatchObject({
    status: 409,
    body: { code: 'CLIENT_CLOSED' },
  });
  expect(await storedNames()).toEqual([]);
});

/** Closes the client and waits until its files are deleted. */
async function closeClient(): Promise<void> {
  const { token: superAdmin } = await environment.api.signIn('SuperAdmin');
  const { body } = await environment.get(`/api/ai/clients/${clientId}`, superAdmin);
  await environment.api.call('POST', `/api/ai/clients/${clientId}/close`, {
    token: superAdmin,
    body: { confirmation: body.name ?? testClient(clientId).name },
  });
  await eventually('the files are deleted', async () => (await storedNames()).length === 0);
}
