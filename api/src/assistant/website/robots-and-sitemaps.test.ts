import { expect, test } from 'vitest';
import { type Reader, readSitemaps } from './robots-and-sitemaps.ts';
import { parseSitemap } from './sitemap.ts';

const SITE = 'https://shop.example/';
const urlset = (...urls: string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;

/** Reads the sitemaps of a website of these files, of which robots.txt declares the given sitemaps. */
async function read(
  files: Readonly<Record<string, string>>,
  { sitemaps = [], limit = 10 }: { sitemaps?: string[]; limit?: number } = {},
) {
  const requested: string[] = [];
  const reader = {
    fetcher: {
      get: async (url: string) => {
        requested.push(url);
        const text = files[url];
        return { status: text === undefined ? 404 : 200, body: Buffer.from(text ?? '') };
      },
    },
    extractor: { sitemap: async (body: Uint8Array) => parseSitemap(body) },
  } as unknown as Reader;
  const rules = { allows: async () => true, sitemaps, pauseMs: 0 };
  const isInScope = (url: string) => !url.includes('/products/');
  const { urls, problems } = await readSitemaps(reader, SITE, rules, { limit, isInScope });
  return { urls: [...urls], problems, requested };
}

test('counts only pages in scope toward the limit', async () => {
  const files = {
    [`${SITE}sitemap.xml`]: index(`${SITE}products.xml`, `${SITE}help.xml`),
    [`${SITE}products.xml`]: urlset(`${SITE}products/1`, `${SITE}products/2`),
    [`${SITE}help.xml`]: urlset(`${SITE}help/1`, `${SITE}help/2`, `${SITE}help/3`),
  };
  expect((await read(files, { limit: 2 })).urls).toEqual([`${SITE}help/1`, `${SITE}help/2`]);
});

test('requests sitemaps from the website only, also for a path with two slashes', async () => {
  const sitemaps = [`${SITE}/other.example/sitemap.xml`, 'https://other.example/sitemap.xml'];
  expect((await read({}, { sitemaps })).requested).toEqual([`${SITE}/other.example/sitemap.xml`]);
});

test('reports an HTML page in place of a sitemap', async () => {
  const files = { [`${SITE}map.xml`]: '<!doctype html><html><body>Shop</body></html>' };
  const { problems } = await read(files, { sitemaps: [`${SITE}map.xml`] });
  expect(problems).toEqual([`The sitemap ${SITE}map.xml could not be read: it is not a sitemap`]);
});

test('says that it skipped sitemaps beyond the first 50', async () => {
  const children = Array.from({ length: 60 }, (_, n) => `${SITE}${n}.xml`);
  const files = Object.fromEntries(children.map((url) => [url, urlset(`${url}/page`)]));
  const { urls, problems } = await read(
    { ...files, [`${SITE}sitemap.xml`]: index(...children) },
    { limit: 100 },
  );
  expect(urls).toHaveLength(49);
  expect(problems).toEqual(['Only the first 50 sitemaps were read']);
});
