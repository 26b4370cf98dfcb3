import type { Fetcher, FetchResponse } from '../../../assistant/website/fetcher.ts';
import type { DemoBusiness } from './business.ts';

const STYLE = `body { margin: 0; font: 17px/1.6 system-ui, sans-serif } header, main { max-width: 720px; margin: auto; padding: 24px }`;

/** Serves a demo website to the crawler from memory. `isEarlier` selects the content before it changed. */
export function demoWebsite(business: DemoBusiness, { isEarlier }: { isEarlier: boolean }): Fetcher {
  return {
    async get(url) {
      const startedAt = performance.now();
      const { pathname } = new URL(url);
      const file = pathname === '/robots.txt' ? robotsOf(business) : htmlOf(business, pathname, isEarlier);
      return {
        status: file === undefined ? 404 : 200,
        url,
        contentType: pathname === '/robots.txt' ? 'text/plain' : 'text/html; charset=utf-8',
        etag: undefined,
        lastModified: undefined,
        body: Buffer.from(file ?? 'Not found'),
        ms: Math.ceil(performance.now() - startedAt),
      } satisfies FetchResponse;
    },
    slowDown: () => undefined,
    close: async () => undefined,
  };
}

const robotsOf = ({ disallowed }: DemoBusiness) =>
  ['User-agent: *', ...disallowed.map((path) => `Disallow: ${path}`)].join('\n');

function htmlOf({ name, pages }: DemoBusiness, path: string, isEarlier: boolean): string | undefined {
  const page = pages[path];
  if (page === undefined) return undefined;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${page.title} | ${name}</title><style>${STYLE}</style></head>
    <body><header><a href="/">${name}</a></header><main>${isEarlier ? (page.earlier ?? page.html) : page.html}</main></body></html>`;
}
