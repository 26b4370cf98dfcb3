import type { IndexedPassage, Term } from './indexed-passage.ts';
import { Postings } from './postings.ts';
import {
  adjacentPairs,
  asksForDefinition,
  bestSentenceScore,
  definitionScore,
  sentenceScore,
} from './proximity.ts';
import { sentencesOf } from './sentences.ts';
import { correctSpelling } from './spelling.ts';
import { SYNONYMS } from './synonyms.ts';
import { isStopWord, wordsOf, wordsOfPage } from './words.ts';

/** A page with its passages in order. */
export interface SearchedPage {
  readonly pageId: string;
  readonly url: string;
  readonly title: string;
  readonly passages: readonly { readonly number: number; readonly heading: string; readonly text: string }[];
}

export interface Found {
  readonly pageId: string;
  readonly number: number;
  readonly score: number;
}

export interface Search {
  /** Best first. */
  readonly found: readonly Found[];
  /** How well the best passage fits the question, 0 to 1. */
  readonly confidence: number;
  /** Stems searched for, with corrected spelling, in the question's order. */
  readonly stems: readonly string[];
}

/** Tuned on two different question sets; results depend little on the exact values. */
const K1 = 1.2;
const B = 0.6;
const PAGE_B = 0.75;
const WEIGHT = {
  page: 0.4,
  above: 1.5,
  synonym: 0.2,
  pair: 1,
  sentence: 0.8,
  lead: 0.3,
  definition: 2,
  context: 0.4,
};
/** Number of top passages by BM25 that are ranked in detail. */
const RERANKED = 60;
/** Score of a passage that covers the whole question, per unit of the question's weight. */
const FULL_SCORE = 3;

/** Search index of one client's passages: BM25 over passages and pages, then word order, proximity and sentences. */
export class PassageIndex {
  readonly #terms = new Map<string, number>();
  readonly #stems: string[] = [];
  readonly #postings = new Postings();
  readonly #passages: (IndexedPassage | undefined)[] = [];
  readonly #pages = new Map<string, { passages: number[]; words: number }>();
  #words = 0;
  #alive = 0;

  /** Number of words in memory, including those of removed passages; approximates memory use. */
  get size(): number {
    return this.#passages.length * 8 + this.#words;
  }

  /** Whether most passages are removed, so that a rebuild saves memory. */
  get needsRebuild(): boolean {
    return this.#passages.length > 200 && this.#alive < this.#passages.length / 2;
  }

  /** Adds or replaces a page. */
  put({ pageId, url, title, passages }: SearchedPage): void {
    this.remove(pageId);
    const page = { passages: [] as number[], words: 0 };
    this.#pages.set(pageId, page);
    const named = `${title} ${decodedPath(url)}`;
    for (const { number, heading, text } of passages) {
      const found = wordsOfPage(text);
      const words = Uint32Array.from(found, ({ stem }) => this.#termOf(stem));
      const above = new Set(wordsOfPage(`${named} ${heading}`).map(({ stem }) => this.#termOf(stem)));
      const sentences: number[] = [];
      let at = 0;
      for (const { start } of sentencesOf(text)) {
        while (at < found.length && (found[at]?.start ?? 0) < start) at++;
        sentences.push(at);
      }
      const passage = { pageId, number, page, words, sentences: Uint16Array.from(sentences), above };
      page.passages.push(this.#passages.length);
      page.words += words.length;
      this.#postings.add(this.#passages.length, passage);
      this.#passages.push(passage);
      this.#words += words.length;
      this.#alive++;
    }
  }

  remove(pageId: string): void {
    const page = this.#pages.get(pageId);
    if (!page) return;
    for (const at of page.passages) {
      const passage = this.#passages[at];
      if (!passage) continue;
      this.#postings.remove(passage);
      this.#words -= passage.words.length;
      this.#passages[at] = undefined;
      this.#alive--;
    }
    this.#pages.delete(pageId);
  }

  /** Ranks passages for a question; words of `context`, the earlier conversation, count less. */
  search(question: string, context = ''): Search {
    const own = new Set(this.#stemsOf(question));
    const stems = [...own, ...this.#stemsOf(context).filter((stem) => !own.has(stem))];
    const total = stems.reduce(
      (sum, stem) => sum + this.weightOf(stem) * (own.has(stem) ? 1 : WEIGHT.context),
      0,
    );
    if (this.#alive === 0 || total === 0) return { found: [], confidence: 0, stems };
    const terms = stems.flatMap((stem) => this.#termsFor(stem, own.has(stem) ? 1 : WEIGHT.context));
    const scores = this.#scoreByWords(terms, stems);
    const best = [...scores.entries()].sort((a, b) => b[1] - a[1]).slice(0, RERANKED);
    const isDefinition = asksForDefinition(question);
    const primary = terms.filter(({ stem }) => stems.includes(stem));
    const found = best
      .flatMap(([at, score]) => {
        const passage = this.#passages[at];
        if (!passage) return [];
        const close = this.#rerankScore(passage, primary, isDefinition);
        return [{ pageId: passage.pageId, number: passage.number, score: score + close }];
      })
      .sort((a, b) => b.score - a.score);
    return { found, confidence: Math.min(1, (found[0]?.score ?? 0) / (FULL_SCORE * total)), stems };
  }

  /** Weight of a word: its inverse document frequency. */
  weightOf(stem: string): number {
    const term = this.#terms.get(stem);
    return rarity(this.#alive, term === undefined ? 0 : this.#postings.passagesWith(term));
  }

  #termOf(stem: string): number {
    const known = this.#terms.get(stem);
    if (known !== undefined) return known;
    const term = this.#stems.length;
    this.#terms.set(stem, term);
    this.#stems.push(stem);
    return term;
  }

  #frequency = (stem: string) => {
    const term = this.#terms.get(stem);
    return term === undefined ? 0 : this.#postings.passagesWith(term);
  };

  /** Stems of a question without stop words; an unknown word is replaced by the nearest known one. */
  #stemsOf(question: string): string[] {
    return wordsOf(question).flatMap(({ stem }) => {
      if (isStopWord(stem)) return [];
      if (this.#frequency(stem) > 0 || SYNONYMS.has(stem)) return [stem];
      return [correctSpelling(stem, this.#stems, this.#frequency) ?? stem];
    });
  }

  #termsFor(stem: string, share: number): Term[] {
    const own = this.#terms.get(stem);
    const weight = this.weightOf(stem) * share;
    const others = [...(SYNONYMS.get(stem) ?? [])].flatMap((other): Term[] => {
      const term = this.#terms.get(other);
      if (term === undefined) return [];
      return [{ term, stem: other, weight: WEIGHT.synonym * Math.min(weight, this.weightOf(other) * share) }];
    });
    return own === undefined ? others : [{ term: own, stem, weight }, ...others];
  }

  #scoreByWords(terms: readonly Term[], stems: readonly string[]): Map<number, number> {
    const scores = new Map<number, number>();
    const pageScores = new Map<IndexedPassage['page'], number>();
    const average = this.#words / this.#alive || 1;
    const pageAverage = this.#words / this.#pages.size || 1;
    const seen = new Set<number>();
    for (const { term, stem, weight } of terms) {
      if (seen.has(term)) continue;
      seen.add(term);
      const pages = new Map<IndexedPassage['page'], number>();
      this.#postings.each(term, (at, count) => {
        const passage = this.#passages[at];
        if (!passage) return;
        const times = count + (passage.above.has(term) ? WEIGHT.above : 0);
        scores.set(
          at,
          (scores.get(at) ?? 0) + weight * termFrequency(times, B, passage.words.length / average),
        );
        if (count > 0) pages.set(passage.page, (pages.get(passage.page) ?? 0) + count);
      });
      if (!stems.includes(stem)) continue;
      const pageWeight = rarity(this.#pages.size, pages.size);
      for (const [page, count] of pages) {
        const gain = pageWeight * termFrequency(count, PAGE_B, page.words / pageAverage);
        pageScores.set(page, (pageScores.get(page) ?? 0) + gain);
      }
    }
    for (const [at, score] of scores) {
      const page = this.#passages[at]?.page;
      if (page) scores.set(at, score + WEIGHT.page * (pageScores.get(page) ?? 0));
    }
    return scores;
  }

  #rerankScore(passage: IndexedPassage, terms: readonly Term[], isDefinition: boolean): number {
    return (
      WEIGHT.pair * adjacentPairs(passage, terms) +
      WEIGHT.sentence * bestSentenceScore(passage, terms) +
      WEIGHT.lead * sentenceScore(passage, 0, terms) +
      (isDefinition
        ? WEIGHT.definition * definitionScore(passage, terms, (term) => this.#stems[term] ?? '')
        : 0)
    );
  }
}

/** BM25's inverse document frequency. */
function rarity(all: number, having: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5));
}

/** BM25's term frequency: saturates with each mention, relative to the text's length. */
function termFrequency(times: number, b: number, relativeLength: number): number {
  return (times * (K1 + 1)) / (times + K1 * (1 - b + b * relativeLength));
}

/** Words in the path of an address. */
function decodedPath(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname).replaceAll(/[/_.-]+/g, ' ');
  } catch {
    // Not a URL: a fact of a prompt.
    return '';
  }
}
