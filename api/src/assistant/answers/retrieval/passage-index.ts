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
import { isMistypedStopWord, isStopWord, wordsOf, wordsOfPage } from './words.ts';

/** A page with its passages in order. */
export interface SearchedPage {
  readonly pageId: string;
  readonly url: string;
  readonly title: string;
  readonly passages: readonly { readonly number: number; readonly heading: string; readonly text: string }[];
}

/** How well a passage fits a question by its words, relative to the weight of all words of the question. */
export interface WordFeatures {
  /** BM25 over the passage and the headings above it. */
  readonly words: number;
  /** BM25 over the whole page. */
  readonly page: number;
  /** Question words close to each other. */
  readonly pairs: number;
  /** Words in the passage's best sentence. */
  readonly sentence: number;
  /** Words in its first sentence. */
  readonly lead: number;
  /** The passage defines the word that the question asks about. */
  readonly definition: number;
  /** Words that occur in the passage or above it. */
  readonly coverage: number;
  /** Words of the headings above, as a share of those headings. */
  readonly heading: number;
}

export interface Candidate {
  readonly pageId: string;
  readonly number: number;
  readonly features: WordFeatures;
}

export interface WordSearch {
  /** Best first by BM25. */
  readonly candidates: readonly Candidate[];
  /** Stems searched for, with corrected spelling, in the question's order. */
  readonly stems: readonly string[];
  /** Share of the question's words, by weight, that the client's pages use. */
  readonly known: number;
}

/** Tuned on two different question sets; results depend little on the exact values. */
const K1 = 1.2;
const B = 0.6;
const PAGE_B = 0.75;
/** A mention in a heading counts as this number of mentions in the text. */
const HEADING_MENTIONS = 1.5;
/** Weights of a synonym and of a word of the earlier conversation, relative to a word of the question. */
const SYNONYM = 0.2;
const CONTEXT = 0.4;
/** Weight of the page in the choice of the passages that are ranked in detail. */
const PAGE = 0.4;
/** Number of top passages by BM25 that are ranked in detail. */
const RANKED = 60;

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

  /** Number of passages that can be found. */
  get passages(): number {
    return this.#alive;
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

  /** Finds passages by the words of a question; words of `context`, the earlier conversation, count less. */
  search(question: string, context = ''): WordSearch {
    const own = new Set(this.#stemsOf(question));
    const stems = [...own, ...this.#stemsOf(context).filter((stem) => !own.has(stem))];
    const shareOf = (stem: string) => (own.has(stem) ? 1 : CONTEXT);
    const weightOf = (stem: string) => this.weightOf(stem) * shareOf(stem);
    const total = stems.reduce((sum, stem) => sum + weightOf(stem), 0);
    if (this.#alive === 0 || total === 0) return { candidates: [], stems, known: 0 };
    const terms = stems.flatMap((stem) => this.#termsFor(stem, shareOf(stem)));
    const primary = terms.filter(({ stem }) => stems.includes(stem));
    const { passages, pages } = this.#scoreByWords(terms, stems);
    const pageScoreOf = (at: number) => {
      const page = this.#passages[at]?.page;
      return (page && pages.get(page)) ?? 0;
    };
    const best = [...passages.entries()]
      .map(([at, words]) => ({ at, words, page: pageScoreOf(at) }))
      .sort((a, b) => b.words + PAGE * b.page - a.words - PAGE * a.page)
      .slice(0, RANKED);
    const isDefinition = asksForDefinition(question);
    const candidates = best.flatMap(({ at, words, page }): Candidate[] => {
      const passage = this.#passages[at];
      if (!passage) return [];
      const features = {
        words: words / total,
        page: page / total,
        pairs: adjacentPairs(passage, primary) / total,
        sentence: bestSentenceScore(passage, primary) / total,
        lead: sentenceScore(passage, 0, primary) / total,
        definition: isDefinition
          ? definitionScore(passage, primary, (term) => this.#stems[term] ?? '') / total
          : 0,
        ...this.#shares(passage, primary, total),
      };
      return [{ pageId: passage.pageId, number: passage.number, features }];
    });
    const used = stems.filter((stem) => this.#frequency(stem) > 0);
    return { candidates, stems, known: used.reduce((sum, stem) => sum + weightOf(stem), 0) / total };
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
      if (isMistypedStopWord(stem)) return [];
      return [correctSpelling(stem, this.#stems, this.#frequency) ?? stem];
    });
  }

  #termsFor(stem: string, share: number): Term[] {
    const own = this.#terms.get(stem);
    const weight = this.weightOf(stem) * share;
    const others = [...(SYNONYMS.get(stem) ?? [])].flatMap((other): Term[] => {
      const term = this.#terms.get(other);
      if (term === undefined) return [];
      return [{ term, stem: other, weight: SYNONYM * Math.min(weight, this.weightOf(other) * share) }];
    });
    return own === undefined ? others : [{ term: own, stem, weight }, ...others];
  }

  #scoreByWords(terms: readonly Term[], stems: readonly string[]) {
    const passages = new Map<number, number>();
    const pages = new Map<IndexedPassage['page'], number>();
    const average = this.#words / this.#alive || 1;
    const pageAverage = this.#words / this.#pages.size || 1;
    const seen = new Set<number>();
    for (const { term, stem, weight } of terms) {
      if (seen.has(term)) continue;
      seen.add(term);
      const counts = new Map<IndexedPassage['page'], number>();
      this.#postings.each(term, (at, count) => {
        const passage = this.#passages[at];
        if (!passage) return;
        const times = count + (passage.above.has(term) ? HEADING_MENTIONS : 0);
        const gain = weight * termFrequency(times, B, passage.words.length / average);
        passages.set(at, (passages.get(at) ?? 0) + gain);
        if (count > 0) counts.set(passage.page, (counts.get(passage.page) ?? 0) + count);
      });
      if (!stems.includes(stem)) continue;
      const pageWeight = rarity(this.#pages.size, counts.size);
      for (const [page, count] of counts) {
        const gain = pageWeight * termFrequency(count, PAGE_B, page.words / pageAverage);
        pages.set(page, (pages.get(page) ?? 0) + gain);
      }
    }
    return { passages, pages };
  }

  /** Shares of the question's words that a passage has, and of its headings' words that the question has. */
  #shares({ words, above }: IndexedPassage, terms: readonly Term[], total: number) {
    const present = terms.filter(({ term }) => above.has(term) || words.includes(term));
    const headings = [...above].map((term) => this.weightOf(this.#stems[term] ?? ''));
    const asked = terms.filter(({ term }) => above.has(term));
    const all = headings.reduce((sum, weight) => sum + weight, 0);
    return {
      coverage: present.reduce((sum, { weight }) => sum + weight, 0) / total,
      heading: all === 0 ? 0 : asked.reduce((sum, { weight }) => sum + weight, 0) / all,
    };
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
