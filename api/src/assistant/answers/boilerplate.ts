import { createHash } from 'node:crypto';
import { nearestHeading } from './passages.ts';
import { type AnswerKind, kindsIn } from './retrieval/expected-answer.ts';

interface PassageOfPage {
  readonly heading: string;
  readonly text: string;
}

interface PageToCount {
  readonly pageId: string;
  readonly url: string;
  readonly title: string;
  readonly passages: readonly PassageOfPage[];
}

interface CountedPage {
  readonly url: string;
  /** Lower for a page that visitors expect to find the business's contact details on. */
  readonly rank: number;
  readonly blocks: Float64Array;
}

/** Minimum number of pages; with fewer, boilerplate cannot be told from content. */
const MIN_PAGES = 6;
/** A block is boilerplate if a larger share of the website's pages contains it. */
const MAX_SHARE = 1 / 3;
/** Maximum length of an answer that is counted per question, in characters: "Yes." below many questions is not boilerplate. */
const MAX_SHORT_ANSWER = 20;
/** Memory per counted block, in index words of 12 bytes. */
const WORDS_PER_BLOCK = 6;
/** Facts about the business that stay on one page. */
const FACTS: readonly AnswerKind[] = ['phone', 'email', 'hours', 'address'];
/** URLs and titles of pages that such facts belong on, best first. */
const FACT_PAGES: readonly RegExp[] = [
  /\bcontact/i,
  /\b(?:locations?|hours|directions|visit|find us|about)\b/i,
];
const START_PAGE = /^https?:\/\/[^/]+\/?$/;

/**
 * Blocks (paragraphs, list items, table rows) found on more than a third of a client's pages: menus, calls to action. They say
 * nothing about the page and are left out of search and answers. Phone numbers, email addresses, hours and addresses are kept
 * on one page.
 */
export class Boilerplate {
  readonly #pages = new Map<string, CountedPage>();
  /** Number of pages that contain a block. */
  readonly #counts = new Map<number, number>();
  /** Page that keeps the block if it states a fact, by boilerplate block. */
  #keepers: ReadonlyMap<number, string> = new Map();

  /** Memory used, in index words of 12 bytes. */
  get size(): number {
    return this.#counts.size * WORDS_PER_BLOCK;
  }

  /** Adds or replaces a page. */
  put({ pageId, url, title, passages }: PageToCount): void {
    this.remove(pageId);
    const blocks = new Set(passages.flatMap((passage) => linesOf(passage).map(({ block }) => block)));
    if (blocks.size === 0) return;
    this.#pages.set(pageId, { url, rank: rankOf(url, title), blocks: Float64Array.from(blocks) });
    for (const block of blocks) this.#counts.set(block, (this.#counts.get(block) ?? 0) + 1);
  }

  remove(pageId: string): void {
    for (const block of this.#pages.get(pageId)?.blocks ?? []) {
      const count = (this.#counts.get(block) ?? 0) - 1;
      if (count > 0) this.#counts.set(block, count);
      else this.#counts.delete(block);
    }
    this.#pages.delete(pageId);
  }

  /** Recomputes which blocks are boilerplate. Returns the pages whose content changes thereby. */
  update(): string[] {
    const pages = this.#pages.size;
    const maxCount = pages < MIN_PAGES ? Number.POSITIVE_INFINITY : pages * MAX_SHARE;
    const boilerplate = new Set<number>();
    for (const [block, count] of this.#counts) if (count > maxCount) boilerplate.add(block);
    if (boilerplate.size === 0 && this.#keepers.size === 0) return [];
    const keepers = new Map<number, string>();
    const changed = new Set<string>();
    // The best page is the first one that has the block.
    for (const [pageId, { blocks }] of [...this.#pages].sort(([, a], [, b]) => byRank(a, b)))
      for (const block of blocks) {
        if (boilerplate.has(block) && !keepers.has(block)) keepers.set(block, pageId);
        const before = this.#keepers.get(block);
        const now = keepers.get(block);
        const isMoved = before !== now && (before === pageId || now === pageId);
        if (isMoved || (before === undefined) !== (now === undefined)) changed.add(pageId);
      }
    this.#keepers = keepers;
    return [...this.#pages.keys()].filter((pageId) => changed.has(pageId));
  }

  /** Returns a passage without boilerplate; undefined if it contains nothing else. */
  without<P extends PassageOfPage & { readonly pageId: string }>(passage: P): P | undefined {
    if (this.#keepers.size === 0) return passage;
    const lines = linesOf(passage);
    const kept = lines.filter(({ block, text }) => {
      const keeper = this.#keepers.get(block);
      return keeper === undefined || (keeper === passage.pageId && isFact(text));
    });
    if (kept.length === lines.length) return passage;
    if (kept.length === 0) return undefined;
    const text = kept.map(({ before, text: line }) => before + line).join('');
    return { ...passage, text: text.trimStart() };
  }
}

/** Returns the place of a page among those that facts belong on. */
function rankOf(url: string, title: string): number {
  const text = `${url.replace(/^https?:\/\/[^/]*/, '').replaceAll(/[-_]/g, ' ')} ${title}`;
  const rank = FACT_PAGES.findIndex((pattern) => pattern.test(text));
  if (rank >= 0) return rank;
  return FACT_PAGES.length + (START_PAGE.test(url) ? 0 : 1);
}

const byRank = (a: CountedPage, b: CountedPage) =>
  a.rank - b.rank || a.url.length - b.url.length || (a.url < b.url ? -1 : 1);

function isFact(line: string): boolean {
  const kinds = kindsIn(line);
  return FACTS.some((kind) => kinds.has(kind));
}

interface Line {
  /** Line breaks before it. */
  readonly before: string;
  readonly text: string;
  /** Number that identifies the block. */
  readonly block: number;
}

function linesOf({ heading, text }: PassageOfPage): Line[] {
  const question = nearestHeading(heading);
  return [...text.matchAll(/(\n*)([^\n]+)/g)]
    .filter(([, , line = '']) => line.trim() !== '')
    .map(([, before = '', line = '']) => {
      const scope = question.endsWith('?') && line.length <= MAX_SHORT_ANSWER ? question : '';
      return { before, text: line, block: blockNumberOf(`${scope}\n${line.replace(/^- /, '')}`) };
    });
}

/** Returns 52 bits of a text's digest; as a number, they take less memory than the text. */
function blockNumberOf(text: string): number {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim();
  return Number.parseInt(createHash('sha1').update(plain).digest('hex').slice(0, 13), 16);
}
