import { type Extracted, extractHtml, extractPdf } from './extract.ts';
import type { Fetched } from './fetcher.ts';
import { normalUrl, onSite } from './urls.ts';

/** What a page says, by its type; undefined for what is no page. */
export async function extract(answer: Fetched): Promise<Extracted | undefined> {
  const type = answer.contentType.toLowerCase();
  if (type.includes('application/pdf')) {
    const nothing = {
      links: [],
      base: undefined,
      canonical: undefined,
      noindex: false,
      nofollow: false,
      needsJavaScript: false,
    };
    return { ...nothing, ...(await extractPdf(answer.body)) };
  }
  if (type !== '' && !/text\/html|application\/xhtml|text\/plain/.test(type)) return undefined;
  return extractHtml(textOf(answer.body, type));
}

function textOf(body: Buffer, type: string): string {
  const [, named] =
    /charset=["']?([\w-]+)/.exec(type) ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(body.subarray(0, 2_048).toString('latin1')) ??
    [];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(body);
  } catch {
    return new TextDecoder('utf-8').decode(body);
  }
}

/** The addresses of the same website that a page leads to. */
export function linksOf(
  { links, base, nofollow }: Extracted,
  url: string,
  site: string | undefined,
): string[] {
  if (nofollow || site === undefined) return [];
  const from = base === undefined ? url : (normalUrl(base, url) ?? url);
  const found = links.flatMap((link) => onSite(site, link, from) ?? []);
  return [...new Set(found)].filter((each) => each !== url);
}
