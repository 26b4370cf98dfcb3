import * as cheerio from 'cheerio';
import type { AnyNode, Element } from 'domhandler';
import { extractText as extractPdfText } from 'unpdf';
import { type Block, characterBoundary } from '../answers/passages.ts';
import { DOCX, docxToHtml, extractText } from './documents.ts';
import { clean, shortTextOf, textOf } from './dom.ts';
import { removeHidden } from './hidden-elements.ts';
import { blocksIn } from './html-blocks.ts';
import { isNestedDeeper } from './nesting.ts';
import { comparableText } from './questions.ts';
import { rewriteMicrodata, type StructuredQuestion, structuredQuestions } from './structured-questions.ts';
import { rewriteToggles } from './toggles.ts';
import { normalUrl, onSite } from './urls.ts';

/** A downloaded body and its content type. */
export interface Content {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Content and links of a page. */
export interface ExtractedPage {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Unresolved, relative to `base`. */
  readonly links: readonly string[];
  /** The `links` that continue an archive: "older", "next". */
  readonly next: readonly string[];
  readonly base: string | undefined;
  readonly canonical: string | undefined;
  readonly noindex: boolean;
  readonly nofollow: boolean;
  readonly needsJavaScript: boolean;
}

/** Elements that are not part of the page's content. */
const BOILERPLATE = `script, style, noscript, template, svg, canvas, iframe, object, embed, input, select, textarea,
  nav, header[role=banner], footer, aside, [role=navigation], [role=search], [role=contentinfo], [role=complementary],
  .skip-link, .breadcrumb, .breadcrumbs, .cookie-banner`;
/** Forms, except one around the whole page. */
const FORMS = 'form:not(:has(main, h1, article))';
const MAIN = 'main, [role=main], #main-content, #content';
/** Text length in characters below which a page with scripts is assumed to need JavaScript. */
const MIN_TEXT = 150;
/** The same limit for a page with an empty element into which scripts write the content. */
const MIN_TEXT_BESIDE_ROOT = 500;
const SCRIPT_ROOT = `#root, #app, #__next, #__nuxt, #___gatsby, #svelte, #react-root, app-root, [ng-app], [data-reactroot],
  [data-server-rendered]`;
const MAX_ROOT_TEXT = 20;
const MAX_LABEL = 40;
/** Label of a link to further pages of an archive. */
const ARCHIVE_LABEL =
  /^[«‹<←\s]*(?:older|next|previous|earlier|more)(?:\s+(?:page|posts?|entries|articles|news|stories|updates|results))?[»›>→\s]*$/i;
const MAX_TITLE_LENGTH = 300;
/** Nesting at which browsers flatten a page. The time to parse grows with the product of size and nesting. */
const MAX_NESTING = 512;

const NO_MARKUP = {
  links: [],
  next: [],
  base: undefined,
  canonical: undefined,
  noindex: false,
  nofollow: false,
  needsJavaScript: false,
};

/** Extracts an HTML page, a PDF, a Word document or a text file; returns undefined for other content types. */
export async function extract({ contentType, body }: Content): Promise<ExtractedPage | undefined> {
  const type = contentType.toLowerCase();
  if (type.includes('application/pdf')) return { ...NO_MARKUP, ...(await extractPdf(body)) };
  if (type.includes(DOCX)) {
    const extracted = extractHtml(await docxToHtml(body));
    return { ...extracted, ...NO_MARKUP, title: extracted.title || titleIn(extracted.blocks) };
  }
  if (type.includes('text/plain')) {
    const { title, blocks } = extractText(decode(body, type));
    return { ...NO_MARKUP, title: shortTitle(clean(title)), blocks };
  }
  if (type !== '' && !/text\/html|application\/xhtml/.test(type)) return undefined;
  return extractHtml(decode(body, type));
}

function decode(body: Uint8Array, type: string): string {
  const [, charset] =
    /charset=["']?([\w-]+)/.exec(type) ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(new TextDecoder('latin1').decode(body.subarray(0, 2_048))) ??
    [];
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(body);
  } catch {
    // The charset label is unknown.
    return new TextDecoder('utf-8').decode(body);
  }
}

/** Links of a page to the same website. */
export interface Links {
  readonly all: readonly string[];
  /** Addresses of `all` that continue an archive. */
  readonly next: readonly string[];
}

/** Returns the addresses of the same website that a page links to. */
export function linksOf(
  { links, next, base, nofollow }: Pick<ExtractedPage, 'links' | 'next' | 'base' | 'nofollow'>,
  url: string,
  site: string | undefined,
): Links {
  if (nofollow || site === undefined) return { all: [], next: [] };
  const baseUrl = base === undefined ? url : (normalUrl(base, url) ?? url);
  const resolve = (hrefs: readonly string[]) => {
    const urls = hrefs.flatMap((href) => onSite(site, href, baseUrl) ?? []);
    return [...new Set(urls)].filter((each) => each !== url);
  };
  return { all: resolve(links), next: resolve(next) };
}

/**
 * Extracts the main content of an HTML page as blocks by heading, list and paragraph. Runs no scripts. Throws `RangeError`
 * for markup that is nested too deeply.
 */
export function extractHtml(html: string): ExtractedPage {
  if (isNestedDeeper(html, MAX_NESTING)) throw new RangeError('The page is nested too deeply');
  const $ = cheerio.load(html);
  const robots = $('meta[name="robots" i], meta[name="landlinebot" i]')
    .toArray()
    .map((each) => $(each).attr('content') ?? '')
    .join(',')
    .toLowerCase();
  const anchors = $('a[href], link[rel~="next" i][href]')
    .toArray()
    .filter((each) => !/\bnofollow\b/.test(each.attribs.rel ?? ''));
  const hrefs = (elements: readonly Element[]) => elements.map(({ attribs }) => attribs.href ?? '');
  const continuesArchive = (each: Element) =>
    /\bnext\b/i.test(each.attribs.rel ?? '') || ARCHIVE_LABEL.test(shortTextOf(each, MAX_LABEL) ?? '');
  const scripts = $('script[src], script:not([type]), script[type="module"]').length;
  const hasEmptyRoot = $(SCRIPT_ROOT)
    .toArray()
    .some((each) => shortTextOf(each, MAX_ROOT_TEXT) !== undefined);
  const asksForJavaScript = /javascript/i.test($('noscript').text());
  const title = clean($('title').first().text()) || clean($('h1').first().text());
  const canonical = $('link[rel="canonical" i]').first().attr('href');
  const base = $('base[href]').first().attr('href');
  const structured = structuredQuestions($);
  rewriteMicrodata($);
  rewriteToggles($);
  removeHidden($);
  $(`${BOILERPLATE}, ${FORMS}`).remove();
  const root = mainOf($);
  const blocks = withStructured(root ? blocksIn(root, questionsIn(structured)) : [], structured);
  const length = blocks.reduce((sum, { text }) => sum + text.length, 0);
  return {
    title: shortTitle(title),
    blocks,
    links: hrefs(anchors),
    next: hrefs(anchors.filter(continuesArchive)),
    base,
    canonical,
    noindex: /\bnoindex\b|\bnone\b/.test(robots),
    nofollow: /\bnofollow\b|\bnone\b/.test(robots),
    needsJavaScript:
      scripts > 0 &&
      ((length < MIN_TEXT && (asksForJavaScript || length === 0)) ||
        (length < MIN_TEXT_BESIDE_ROOT && hasEmptyRoot)),
  };
}

/** Returns the element with the content of the page. */
function mainOf($: cheerio.CheerioAPI): AnyNode | undefined {
  const isFilled = (_: number, each: AnyNode) => textOf(each).length > MIN_TEXT;
  const [main] = $(MAIN).filter(isFilled);
  if (main) return main;
  const articles = $('article').filter((_, each) => $(each).parents('article').length === 0);
  const [article] = articles.filter(isFilled);
  return article && articles.length === 1 ? article : $('body').get(0);
}

const questionsIn = (structured: readonly StructuredQuestion[]) =>
  new Set(structured.map(({ question }) => comparableText(question)));

/** Adds the question and answer pairs of structured data that the page's text does not contain. */
function withStructured(blocks: readonly Block[], structured: readonly StructuredQuestion[]): Block[] {
  const headings = new Set(blocks.flatMap(({ heading }) => heading.split(' › ').map(comparableText)));
  const added = structured
    .filter(({ question }) => !headings.has(comparableText(question)))
    .flatMap(({ question, answer }) => {
      if (isNestedDeeper(answer, MAX_NESTING)) return [];
      const $ = cheerio.load(answer);
      $(BOILERPLATE).remove();
      const body = $('body').get(0);
      const texts = body ? blocksIn(body).map(({ text }) => text) : [];
      return texts.map((text) => ({ heading: clean(question), text }));
    });
  return [...blocks, ...added];
}

/** Extracts the text of a PDF, one block per page. */
export async function extractPdf(bytes: Uint8Array): Promise<Pick<ExtractedPage, 'title' | 'blocks'>> {
  // `unpdf` accepts no Buffer, and detaches its input.
  const { text } = await extractPdfText(new Uint8Array(bytes), { mergePages: false });
  const blocks = text.map((page, index) => ({ heading: `Page ${index + 1}`, text: page.trim() }));
  const [firstLine = ''] = (text[0] ?? '').trim().split('\n');
  return {
    title: shortTitle(clean(firstLine)),
    blocks: blocks.filter((block) => block.text !== ''),
  };
}

const shortTitle = (text: string) => text.slice(0, characterBoundary(text, MAX_TITLE_LENGTH));

/** Returns the first heading, or the first text, as a title. */
const titleIn = ([first]: readonly Block[]) => shortTitle(clean(first?.heading || (first?.text ?? '')));
