import * as cheerio from 'cheerio';
import type { AnyNode, Element } from 'domhandler';
import { extractText } from 'unpdf';
import { type Block, wholeCharacters } from '../answers/passages.ts';
import { isNestedDeeper } from './nesting.ts';
import { normalUrl, onSite } from './urls.ts';

/** A downloaded body and its content type. */
export interface Content {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Content and links of a page. */
export interface Extracted {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Unresolved, relative to `base`. */
  readonly links: readonly string[];
  readonly base: string | undefined;
  readonly canonical: string | undefined;
  readonly noindex: boolean;
  readonly nofollow: boolean;
  readonly needsJavaScript: boolean;
}

/** Elements without content of their own, and invisible ones. */
const BOILERPLATE = `script, style, noscript, template, svg, canvas, iframe, object, embed, form, input, select, textarea,
  nav, header[role=banner], footer, aside, [role=navigation], [role=search], [role=contentinfo], [role=complementary],
  [hidden], [aria-hidden=true], [style*="display:none"], [style*="display: none"], [style*="visibility:hidden"],
  .skip-link, .breadcrumb, .breadcrumbs, .cookie-banner`;
const MAIN = 'main, [role=main], article, #main-content, #content';
const BLOCK = new Set(
  `address article blockquote dd details div dl dt fieldset figcaption figure h1 h2 h3 h4 h5 h6 li main ol p pre section
  summary table tbody td th thead tr ul header`.split(/\s+/),
);
const NAVIGATION_HEADING = /\b(?:related|see also|more|next|on this page|contents|links|resources)\b/i;
/** Text length below which a page with scripts is taken to need JavaScript. */
const MIN_TEXT = 150;
const MAX_TITLE_LENGTH = 300;
/** Nesting at which browsers flatten a page. The time to parse grows with the product of size and nesting. */
const MAX_NESTING = 512;

const NO_MARKUP = {
  links: [],
  base: undefined,
  canonical: undefined,
  noindex: false,
  nofollow: false,
  needsJavaScript: false,
};

/** Extracts an HTML, text or PDF page; undefined for other content types. */
export async function extract({ contentType, body }: Content): Promise<Extracted | undefined> {
  const type = contentType.toLowerCase();
  if (type.includes('application/pdf')) return { ...NO_MARKUP, ...(await extractPdf(body)) };
  if (type !== '' && !/text\/html|application\/xhtml|text\/plain/.test(type)) return undefined;
  return extractHtml(decode(body, type));
}

function decode(body: Uint8Array, type: string): string {
  const [, named] =
    /charset=["']?([\w-]+)/.exec(type) ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(new TextDecoder('latin1').decode(body.subarray(0, 2_048))) ??
    [];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(body);
  } catch {
    // An unknown charset label.
    return new TextDecoder('utf-8').decode(body);
  }
}

/** Returns the addresses of the same website that a page links to. */
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

/**
 * Extracts the main content of an HTML page as blocks by heading, list and paragraph. Runs no scripts. Throws `RangeError`
 * for markup that is nested too deeply.
 */
export function extractHtml(html: string): Extracted {
  if (isNestedDeeper(html, MAX_NESTING)) throw new RangeError('The page is nested too deeply');
  const $ = cheerio.load(html);
  const robots = $('meta[name="robots" i], meta[name="landlinebot" i]')
    .toArray()
    .map((each) => $(each).attr('content') ?? '')
    .join(',')
    .toLowerCase();
  const links = $('a[href]')
    .toArray()
    .filter((each) => !/\bnofollow\b/.test($(each).attr('rel') ?? ''))
    .map((each) => $(each).attr('href') ?? '');
  const scripts = $('script[src], script:not([type]), script[type="module"]').length;
  const asksForJavaScript = /javascript/i.test($('noscript').text());
  const title = clean($('title').first().text()) || clean($('h1').first().text());
  const canonical = $('link[rel="canonical" i]').first().attr('href');
  const base = $('base[href]').first().attr('href');
  $(BOILERPLATE).remove();
  const mains = $(MAIN).filter((_, each) => clean($(each).text()).length > MIN_TEXT);
  const root = mains.get(0) ?? $('body').get(0);
  const blocks = root ? blocksIn(root) : [];
  const length = blocks.reduce((sum, { text }) => sum + text.length, 0);
  return {
    title: shortTitle(title),
    blocks,
    links,
    base,
    canonical,
    noindex: /\bnoindex\b|\bnone\b/.test(robots),
    nofollow: /\bnofollow\b|\bnone\b/.test(robots),
    needsJavaScript: length < MIN_TEXT && scripts > 0 && (asksForJavaScript || length === 0),
  };
}

/** Extracts the text of a PDF, one block per page. */
export async function extractPdf(bytes: Uint8Array): Promise<Pick<Extracted, 'title' | 'blocks'>> {
  // The reader takes no Buffer and detaches its input.
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: false });
  const blocks = text.map((page, index) => ({ heading: `Page ${index + 1}`, text: page.trim() }));
  const [firstLine = ''] = (text[0] ?? '').trim().split('\n');
  return {
    title: shortTitle(clean(firstLine)),
    blocks: blocks.filter(({ text: t }) => t !== ''),
  };
}

const shortTitle = (text: string) => text.slice(0, wholeCharacters(text, MAX_TITLE_LENGTH));

const clean = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function blocksIn(root: AnyNode): Block[] {
  const blocks: { heading: string; text: string }[] = [];
  const headings: string[] = [];
  const outline: string[] = [];
  let line = '';
  let linked = 0;
  let inLink = false;
  let inList = false;

  function flush(): void {
    const text = clean(line);
    const isOnlyLinked = linked >= text.length * 0.9 && !/[.!]$/.test(text);
    line = '';
    linked = 0;
    // Skip navigation: a list of links under a heading such as "Related".
    if (text === '' || (inList && isOnlyLinked && NAVIGATION_HEADING.test(headings.at(-1) ?? ''))) return;
    const heading = headings.filter(Boolean).slice(-2).join(' › ');
    const last = blocks.at(-1);
    // Keep the lines of a list together.
    if (inList && last?.heading === heading && last.text.length < 1_500) last.text += `\n${text}`;
    else blocks.push({ heading, text });
  }

  function startHeading(level: number, text: string): void {
    flush();
    if (text === '') return;
    headings.length = Math.min(headings.length, level);
    while (headings.length < level) headings.push('');
    headings[level] = text;
    if (!NAVIGATION_HEADING.test(text)) outline.push(text);
  }

  function walk(node: AnyNode): void {
    if (node.type === 'text') {
      line += node.data;
      if (inLink) linked += clean(node.data).length;
      return;
    }
    if (node.type !== 'tag') return;
    const level = levelOf(node);
    if (level !== undefined) {
      startHeading(level, clean(textOf(node)));
      return;
    }
    const name = node.name.toLowerCase();
    if (name === 'br') {
      line += ' ';
      return;
    }
    const isBlock = BLOCK.has(name);
    if (isBlock && name !== 'td' && name !== 'th') flush();
    if (name === 'li' || name === 'tr') inList = true;
    if (name === 'a') inLink = true;
    for (const child of node.children) walk(child);
    if (name === 'a') inLink = false;
    if (name === 'td' || name === 'th') line += ' | ';
    else if (isBlock) flush();
    if (name === 'ul' || name === 'ol' || name === 'table' || name === 'p') inList = false;
  }

  walk(root);
  flush();
  // A page without text is represented by its headings.
  if (blocks.length === 0 && outline.length > 0) return [{ heading: '', text: outline.join('\n') }];
  return blocks.map(({ heading, text }) => ({ heading, text: text.replaceAll(/(?: \|)+ ?(?=\n|$)/g, '') }));
}

/** Level of a heading or of an element that serves as one, such as a definition term or summary. */
function levelOf({ name }: Element): number | undefined {
  const tag = name.toLowerCase();
  const [, level] = /^h([1-6])$/.exec(tag) ?? [];
  if (level !== undefined) return Number(level);
  return tag === 'summary' || tag === 'dt' || tag === 'caption' ? 7 : undefined;
}

function textOf(node: AnyNode): string {
  if (node.type === 'text') return node.data;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
