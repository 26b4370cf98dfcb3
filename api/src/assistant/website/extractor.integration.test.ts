import { execFile } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { docxOfStream } from '../../testing/docx.ts';
import { pdfOf, pdfOfStream, repeatDeflated } from '../../testing/pdf.ts';
import { MAX_PAGE_CHARACTERS } from './contract.ts';
import { DOCX } from './documents.ts';
import { createExtractor, type Extractor } from './extractor.ts';
import type { ReadPage } from './extractor-thread.ts';

let extractor: Extractor;
afterEach(() => extractor.close());

const html = (body: string) => ({ contentType: 'text/html', body: Buffer.from(body) });
const pdf = (body: Buffer) => ({ contentType: 'application/pdf', body });

/** Returns the longest time for which the event loop of this thread was blocked during `work`, in milliseconds. */
async function longestBlock(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 10);
  await work;
  clearInterval(timer);
  return Math.max(longest, performance.now() - last);
}

test('reads all pages of a visit in one thread', async () => {
  let started = 0;
  const count = () => started++;
  process.on('worker', count);
  try {
    extractor = createExtractor();
    const item = '<li><a href="/item">Item</a> <b>in stock</b></li>';
    const large = html(`<main><ul>${item.repeat(10_000)}</ul></main>`);
    for (let page = 0; page < 5; page++) {
      expect((await extractor.page(large))?.links).toHaveLength(10_000);
      // A fetch between two pages takes a few turns of the event loop, after which an idle thread would end by default.
      for (let turn = 0; turn < 20; turn++) await setImmediate();
    }
  } finally {
    process.off('worker', count);
  }
  expect(started).toBe(1);
});

test('applies the same robots.txt to each site that has it', async () => {
  extractor = createExtractor();
  const text = 'User-agent: *\nDisallow: /private';
  for (const site of ['https://acme.example', 'https://www.acme.example']) {
    const task = { url: `${site}/robots.txt`, text };
    expect(await extractor.isAllowed({ ...task, page: `${site}/private` })).toBe(false);
    expect(await extractor.isAllowed({ ...task, page: `${site}/` })).toBe(true);
  }
});

describe('hostile page', () => {
  test.each([
    ['nested 16,000 deep', '<div>'.repeat(16_000)],
    ['nested 200,000 deep', '<div>'.repeat(200_000)],
    ['of nested formatting', '<b><i><u>'.repeat(50_000)],
  ])('%s fails with a reason', async (_, body) => {
    extractor = createExtractor();
    await expect(extractor.page(html(body))).rejects.toThrow('The page is nested too deeply');
  });

  // A separate process, because exceeding the heap limit by too much would abort the test process.
  test.each([
    ['links', '<a href=/x>y</a>'],
    ['line breaks', '<br>'],
  ])('of hundreds of thousands of %s fails without affecting other pages', async (_, element) => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { createExtractor } from '${new URL('./extractor.ts', import.meta.url)}';
       const extractor = createExtractor({ deadlineMs: 45_000 });
       const read = (text) => extractor.page({ contentType: 'text/html', body: Buffer.from(text) });
       await read('${element}'.repeat(${Math.ceil((5 * 1024 ** 2) / element.length)})).catch(console.log);
       console.log(await read('<p>Open daily.</p>'));
       await extractor.close();`,
    ]);
    expect(stdout).toContain('Reading the content needs too much memory');
    expect(stdout).toContain('Open daily.');
  });

  test('ends at the deadline without blocking this thread, and later pages are read', async () => {
    extractor = createExtractor({ deadlineMs: 2_000 });
    // The stray end tags hide the nesting.
    const extraction = extractor.page(html('<div></x>'.repeat(300_000)));
    const rejection = expect(extraction).rejects.toThrow('Reading the content took longer than 2 seconds');
    expect(await longestBlock(rejection)).toBeLessThan(1_000);
    await extractor.close();
    extractor = createExtractor();
    expect((await extractor.page(html('<p>Open daily.</p>')))?.passages).toMatchObject([
      { text: 'Open daily.' },
    ]);
  });

  test('is cut off at the character limit, headings included', async () => {
    extractor = createExtractor();
    const paragraphs = `<p>${'The shop opens at nine. '.repeat(60)}</p>`.repeat(400);
    const longPage = await extractor.page(html(`<title>Shop</title><main>${paragraphs}</main>`));
    expect(longPage).toMatchObject({ isCut: true });
    const lengthOf = ({ passages }: ReadPage) =>
      passages.reduce((sum, { heading, text }) => sum + heading.length + text.length, 0);
    expect(lengthOf(longPage as ReadPage)).toBeLessThanOrEqual(MAX_PAGE_CHARACTERS);
    expect(lengthOf(longPage as ReadPage)).toBeGreaterThan(MAX_PAGE_CHARACTERS - 5_000);
    const longHeading = await extractor.page(
      html(`<main><h1>${'Shop '.repeat(8_000)}</h1>${paragraphs}</main>`),
    );
    expect(lengthOf(longHeading as ReadPage)).toBeLessThanOrEqual(MAX_PAGE_CHARACTERS);
    expect(await extractor.page(html('<main><p>Open daily.</p></main>'))).toMatchObject({ isCut: false });
  });

  test('is stored without NUL characters and lone surrogates', async () => {
    extractor = createExtractor();
    const extracted = await extractor.page(pdf(pdfOf('Bread \\000 and cake')));
    expect(JSON.stringify(extracted)).not.toMatch(/\\u0000|\\ud[89a-f]/i);
  });
});

test('rejects a PDF that inflates to gigabytes without affecting other pages', async () => {
  extractor = createExtractor();
  const bomb = repeatDeflated(Buffer.alloc(1024 ** 2, 'q Q\n'), 1024);
  expect(bomb.length).toBeLessThan(2 * 1024 * 1024);
  await expect(extractor.page(pdf(pdfOfStream(bomb)))).rejects.toThrow(
    'Reading the content needs too much memory',
  );
  expect((await extractor.page(pdf(pdfOf('Our price list'))))?.title).toBe('Our price list');
});

test('rejects a Word document that inflates to gigabytes without affecting other pages', async () => {
  extractor = createExtractor();
  // ZIP archives contain deflated data without the header and checksum of zlib.
  const bomb = repeatDeflated(Buffer.alloc(1024 ** 2, ' '), 1024).subarray(2, -4);
  const page = extractor.page({ contentType: DOCX, body: docxOfStream(bomb) });
  await expect(page).rejects.toThrow('Reading the content needs too much memory');
  expect((await extractor.page(pdf(pdfOf('Our price list'))))?.title).toBe('Our price list');
});

test('ignores a sitemap that inflates to gigabytes', async () => {
  extractor = createExtractor();
  const location = (page: string) => `<urlset><url><loc>${page}</loc></url></urlset>`;
  const bomb = Array.from({ length: 200 }, () => gzipSync(Buffer.alloc(1024 ** 2)));
  expect(await extractor.sitemap(Buffer.concat(bomb))).toBeUndefined();
  expect(await extractor.sitemap(gzipSync(location('https://example.com/')))).toEqual({
    pages: ['https://example.com/'],
    sitemaps: [],
  });
});

test('blocks only its own thread while it matches an endless pattern of a robots.txt', async () => {
  extractor = createExtractor({ deadlineMs: 2_000 });
  const text = `User-agent: *\nDisallow: /${'*a'.repeat(240_000)}`;
  const page = `https://example.com/${'a'.repeat(1_900)}`;
  const check = extractor.isAllowed({ url: 'https://example.com/robots.txt', text, page }).catch(() => true);
  expect(await longestBlock(check)).toBeLessThan(1_000);
});
