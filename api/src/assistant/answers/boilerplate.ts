import { createHash } from 'node:crypto';
import { nearestHeading } from './passages.ts';

interface PassageOfPage {
  readonly heading: string;
  readonly text: string;
}

/** Minimum number of pages; with fewer, boilerplate cannot be told from content. */
const MIN_PAGES = 6;
/** A block is boilerplate if a larger share of the website's pages contains it. */
const MAX_SHARE = 1 / 3;
/** Maximum length of an answer that is counted per question, in characters: "Yes." below many questions is not boilerplate. */
const MAX_SHORT_ANSWER = 20;
/** Memory per counted block, in index words of 12 bytes. */
const WORDS_PER_BLOCK = 6;

/**
 * Blocks (paragraphs, list items, table rows) found on more than a third of a client's pages: menus, calls to action,
 * addresses. They say nothing about the page and are left out of search and answers.
 */
export class Boilerplate {
  /** Blocks of each page. */
  readonly #pages = new Map<string, Float64Array>();
  /** Number of pages that contain a block. */
  readonly #counts = new Map<number, number>();
  #blocks: ReadonlySet<number> = new Set();

  /** Memory used, in index words of 12 bytes. */
  get size(): number {
    return this.#counts.size * WORDS_PER_BLOCK;
  }

  /** Adds or replaces a page. */
  put(pageId: string, passages: readonly PassageOfPage[]): void {
    this.remove(pageId);
    const blocks = new Set(passages.flatMap((passage) => linesOf(passage).map(({ block }) => block)));
    if (blocks.size === 0) return;
    this.#pages.set(pageId, Float64Array.from(blocks));
    for (const block of blocks) this.#counts.set(block, (this.#counts.get(block) ?? 0) + 1);
  }

  remove(pageId: string): void {
    for (const block of this.#pages.get(pageId) ?? []) {
      const count = (this.#counts.get(block) ?? 0) - 1;
      if (count > 0) this.#counts.set(block, count);
      else this.#counts.delete(block);
    }
    this.#pages.delete(pageId);
  }

  /** Recomputes which blocks are boilerplate. Returns the pages with a block that became boilerplate or ceased to be. */
  update(): string[] {
    const pages = this.#pages.size;
    const maxCount = pages < MIN_PAGES ? Number.POSITIVE_INFINITY : pages * MAX_SHARE;
    const blocks = new Set<number>();
    for (const [block, count] of this.#counts) if (count > maxCount) blocks.add(block);
    const changedBlocks = blocks.symmetricDifference(this.#blocks);
    this.#blocks = blocks;
    if (changedBlocks.size === 0) return [];
    return [...this.#pages]
      .filter(([, pageBlocks]) => pageBlocks.some((block) => changedBlocks.has(block)))
      .map(([pageId]) => pageId);
  }

  /** Returns a passage without boilerplate; undefined if it contains nothing else. */
  without<P extends PassageOfPage>(passage: P): P | undefined {
    if (this.#blocks.size === 0) return passage;
    const lines = linesOf(passage);
    const kept = lines.filter(({ block }) => !this.#blocks.has(block));
    if (kept.length === lines.length) return passage;
    if (kept.length === 0) return undefined;
    const text = kept.map(({ before, text: line }) => before + line).join('');
    return { ...passage, text: text.trimStart() };
  }
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
      return { before, text: line, block: blockNumberOf(`${scope}\n${line}`) };
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
