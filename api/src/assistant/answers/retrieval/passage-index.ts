import { highest } from '../highest.ts';
import { nearestHeading } from '../passages.ts';
import { agreement } from './agreement.ts';
import { rarity, termFrequency } from './bm25.ts';
import { isEnglishWord } from './english-words.ts';
import { type AnswerKind, type ExpectedAnswer, expectedAnswerOf, kindsIn } from './expected-answer.ts';
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
import { nearestWord } from './spelling.ts';
import { SYNONYMS } from './synonyms.ts';
import type { Candidate, WordSearch } from './word-search.ts';
import {
  contentStemsOf,
  generality,
  isMistypedStopWord,
  isStopWord,
  stemOf,
  wordsOf,
  wordsOfPage,
} from './words.ts';

/** A page with its passages in order. */
export interface SearchedPage {
  readonly pageId: string;
  readonly url: string;
  readonly title: string;
  readonly passages: readonly { readonly number: number; readonly heading: string; readonly text: string }[];
}

interface SearchOptions {
  /** Earlier conversation. */
  readonly context?: string;
  /** Weight of its words relative to those of the question. */
  readonly contextWeight?: number;
  /** The whole question, which shows what kind of thing is asked for. */
  readonly asked?: string;
  /** Passages found by meaning, which are candidates too. */
  readonly others?: readonly { readonly pageId: string; readonly number: number }[];
}

/** Tuned on two different question sets; results depend little on the exact values. */
const B = 0.6;
const PAGE_B = 0.75;
/** A mention in a heading counts as this number of mentions in the text. */
const HEADING_MENTIONS = 1.5;
/** Weight of a synonym relative to a word of the question. */
const SYNONYM = 0.2;
/** Weight of a synonym if no page uses the word itself. */
const SUBSTITUTE = 0.6;
/** Weight of the page in the choice of the passages that are ranked in detail. */
const PAGE = 0.4;
/** Two words that may be written as one. */
const PAIR = /^\p{L}{2,} \p{L}{3,}$/u;
const HYPHEN = /[-‑]/g;
const HYPHENATED = /\p{L}+(?:[-‑]\p{L}+)+/gu;
/** Number of top passages by BM25 that are ranked in detail. */
const RANKED = 60;

/** A word that pages write with hyphens. */
interface Compound {
  readonly partStems: readonly string[];
  readonly mentions: number;
}

type IndexedPage = IndexedPassage['page'] & {
  readonly passages: readonly number[];
  /** Key in `#compounds` of each mention of a hyphenated word. */
  readonly compounds: readonly string[];
};

/** Search index of one client's passages: BM25 over passages and pages, then word order, proximity and sentences. */
export class PassageIndex {
  readonly #terms = new Map<string, number>();
  readonly #stems: string[] = [];
  /** Hyphenated words by their stem without hyphens: "wifi" for "Wi-Fi". */
  readonly #compounds = new Map<string, Compound>();
  readonly #postings = new Postings();
  readonly #passages: (IndexedPassage | undefined)[] = [];
  /** Words per passage, and the first passage of its page. Arrays of numbers are faster to read than the passages themselves. */
  readonly #lengths: number[] = [];
  readonly #firsts: number[] = [];
  readonly #pages = new Map<string, IndexedPage>();
  #words = 0;
  #alive = 0;

  /** Returns the number of words in memory, including those of removed passages; approximates memory use. */
  get size(): number {
    return this.#passages.length * 8 + this.#words;
  }

  /** Returns the number of passages that can be found. */
  get passages(): number {
    return this.#alive;
  }

  /** Returns true if most passages are removed, so that a rebuild saves memory. */
  get needsRebuild(): boolean {
    return this.#passages.length > 200 && this.#alive < this.#passages.length / 2;
  }

  /** Adds or replaces a page. */
  put({ pageId, url, title, passages }: SearchedPage): void {
    this.remove(pageId);
    const page = { passages: [] as number[], words: 0, compounds: [] as string[] };
    const first = this.#passages.length;
    this.#pages.set(pageId, page);
    const named = `${title} ${decodedPath(url)}`;
    for (const { number, heading, text } of passages) {
      const found = wordsOfPage(text);
      for (const [word] of text.matchAll(HYPHENATED)) page.compounds.push(this.#addCompound(word));
      const words = Uint32Array.from(found, ({ stem }) => this.#termOf(stem));
      const above = new Set(wordsOfPage(`${named} ${heading}`).map(({ stem }) => this.#termOf(stem)));
      const sentences: number[] = [];
      let at = 0;
      for (const { start } of sentencesOf(text)) {
        while (at < found.length && (found[at]?.start ?? 0) < start) at++;
        sentences.push(at);
      }
      const passage = {
        pageId,
        number,
        page,
        words,
        sentences: Uint16Array.from(sentences),
        above,
        heading: contentStemsOf(nearestHeading(heading)),
        kinds: kindsIn(text),
      };
      page.passages.push(this.#passages.length);
      page.words += words.length;
      this.#postings.add(this.#passages.length, passage);
      this.#passages.push(passage);
      this.#lengths.push(words.length);
      this.#firsts.push(first);
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
    for (const stem of page.compounds) this.#removeCompound(stem);
    this.#pages.delete(pageId);
  }

  /** Finds passages by the words of a question. */
  search(
    question: string,
    { context = '', contextWeight = 1, asked = question, others = [] }: SearchOptions = {},
  ): WordSearch {
    const own = new Set(this.#stemsOf(question));
    const stems = [...own, ...this.#stemsOf(context).filter((stem) => !own.has(stem))];
    const shareOf = (stem: string) => (own.has(stem) ? 1 : contextWeight);
    const weightOf = (stem: string) => this.weightOf(stem) * shareOf(stem);
    const total = stems.reduce((sum, stem) => sum + weightOf(stem), 0);
    if (this.#alive === 0 || total === 0) return { candidates: [], stems, known: 0 };
    const terms = stems.flatMap((stem) => this.#termsFor(stem, shareOf(stem)));
    const primary = terms.filter(({ stem }) => stems.includes(stem));
    const { found, scoreOf, pageScoreOf, pageTotal } = this.#scoreByWords(terms, stems);
    const best = highest(found, RANKED, (at) => scoreOf(at) + PAGE * pageScoreOf(at));
    const chosen = new Set(best);
    for (const { pageId, number } of others) {
      const at = this.#pages.get(pageId)?.passages.find((each) => this.#passages[each]?.number === number);
      if (at !== undefined) chosen.add(at);
    }
    const searched = new Set(stems);
    const isDefinition = asksForDefinition(question);
    const expected = expectedAnswerOf(asked);
    const candidates = [...chosen].flatMap((at): Candidate[] => {
      const passage = this.#passages[at];
      if (!passage) return [];
      const features = {
        words: scoreOf(at) / total,
        page: pageScoreOf(at) / pageTotal,
        pairs: adjacentPairs(passage, primary) / total,
        sentence: bestSentenceScore(passage, primary) / total,
        lead: sentenceScore(passage, 0, primary) / total,
        definition: isDefinition ? definitionScore(passage, primary, (term) => this.#stems[term] ?? '') : 0,
        kind: kindOf(expected, passage.kinds),
        business: expected?.isOfBusiness && passage.kinds.has(expected.kind) ? 1 : 0,
        coverage: this.#coverage(passage, primary, total),
        heading: agreement(passage.heading, searched, weightOf),
      };
      return [{ pageId: passage.pageId, number: passage.number, features }];
    });
    // Words of the earlier conversation are known anyway; those of the question show whether the pages answer it.
    return { candidates, stems, known: this.knownShare(own.size > 0 ? [...own] : stems) };
  }

  /**
   * Returns the weight of a word: its inverse document frequency, less for words of general meaning, and 0 for mistyped
   * function words.
   */
  weightOf(stem: string): number {
    if (this.#isMistypedStopWord(stem)) return 0;
    const term = this.#terms.get(stem);
    return generality(stem) * rarity(this.#alive, term === undefined ? 0 : this.#postings.passagesWith(term));
  }

  /** Returns the share of words, by weight, that the pages use. */
  knownShare(stems: readonly string[]): number {
    const sumOf = (some: readonly string[]) => some.reduce((sum, stem) => sum + this.weightOf(stem), 0);
    const total = sumOf(stems);
    return total === 0 ? 0 : sumOf(stems.filter(this.#isUsed)) / total;
  }

  /** Adds a mention of a hyphenated word and returns its key. */
  #addCompound(word: string): string {
    const stem = stemOf(word.replaceAll(HYPHEN, ''));
    const { mentions = 0 } = this.#compounds.get(stem) ?? {};
    this.#compounds.set(stem, { partStems: wordsOf(word).map((part) => part.stem), mentions: mentions + 1 });
    return stem;
  }

  #removeCompound(stem: string): void {
    const compound = this.#compounds.get(stem);
    if (!compound) return;
    if (compound.mentions > 1) this.#compounds.set(stem, { ...compound, mentions: compound.mentions - 1 });
    else this.#compounds.delete(stem);
  }

  #termOf(stem: string): number {
    const known = this.#terms.get(stem);
    if (known !== undefined) return known;
    const term = this.#stems.length;
    this.#terms.set(stem, term);
    this.#stems.push(stem);
    return term;
  }

  /** Returns true if the pages use a word or a synonym of it. */
  #isUsed = (stem: string) =>
    this.#frequency(stem) > 0 || [...(SYNONYMS.get(stem) ?? [])].some((other) => this.#frequency(other) > 0);

  #frequency = (stem: string) => {
    const term = this.#terms.get(stem);
    return term === undefined ? 0 : this.#postings.passagesWith(term);
  };

  /** Returns a question whose misspelled words are replaced by the stems of the pages' nearest words. */
  correctSpelling(question: string): string {
    let corrected = '';
    let end = 0;
    for (const word of wordsOf(question)) {
      const stem = isStopWord(word.stem)
        ? undefined
        : this.#correctionOf(word.stem, question.slice(word.start, word.end));
      corrected += question.slice(end, word.start) + (stem ?? question.slice(word.start, word.end));
      end = word.end;
    }
    return corrected + question.slice(end);
  }

  /** Stems of a question without stop words; an unknown word is replaced by the nearest known one. */
  #stemsOf(question: string): string[] {
    const words = wordsOf(question);
    return words.flatMap(({ stem, start, end }, i) => {
      const before = words[i - 1];
      const joined = before && this.#joinedStem(question.slice(before.start, end));
      if (joined !== undefined) return [joined];
      if (isStopWord(stem) || this.#isMistypedStopWord(stem)) return [];
      const compound = this.#frequency(stem) > 0 ? undefined : this.#compounds.get(stem);
      if (compound) return compound.partStems.filter((part) => !isStopWord(part));
      return [this.#correctionOf(stem, question.slice(start, end)) ?? stem];
    });
  }

  /** Returns the stem of two words that pages rather write as one: "storytime" for "story time". */
  #joinedStem(words: string): string | undefined {
    if (!PAIR.test(words)) return undefined;
    const stem = stemOf(words.replace(' ', ''));
    const stems = words.split(' ').map(stemOf);
    if (stems.some(isStopWord)) return undefined;
    const apart = Math.min(...stems.map(this.#frequency));
    return this.#frequency(stem) > 0 && this.#frequency(stem) >= apart ? stem : undefined;
  }

  #isKnown = (stem: string) => this.#frequency(stem) > 0 || this.#compounds.has(stem) || SYNONYMS.has(stem);

  #isMistypedStopWord = (stem: string) => !this.#isKnown(stem) && isMistypedStopWord(stem);

  /** Returns the pages' nearest word to a misspelled one. */
  #correctionOf(stem: string, word: string): string | undefined {
    if (this.#isKnown(stem) || isMistypedStopWord(stem) || isEnglishWord(word)) return undefined;
    return nearestWord(stem, this.#stems, this.#frequency);
  }

  #termsFor(stem: string, share: number): Term[] {
    const own = this.#terms.get(stem);
    const weight = this.weightOf(stem) * share;
    const part = own === undefined ? SUBSTITUTE : SYNONYM;
    const others = [...(SYNONYMS.get(stem) ?? [])].flatMap((other): Term[] => {
      const term = this.#terms.get(other);
      if (term === undefined) return [];
      return [{ term, stem: other, weight: part * Math.min(weight, this.weightOf(other) * share) }];
    });
    return own === undefined ? others : [{ term: own, stem, weight }, ...others];
  }

  #scoreByWords(terms: readonly Term[], stems: readonly string[]) {
    /** Scores of the passages, and of the pages at the position of their first passage. */
    const scores = new Float64Array(this.#passages.length);
    const pageScores = new Float64Array(this.#passages.length);
    const found: number[] = [];
    const average = this.#words / this.#alive || 1;
    const pageAverage = this.#words / this.#pages.size || 1;
    const seen = new Set<number>();
    let pageTotal = stems.filter((stem) => this.#frequency(stem) === 0).length * rarity(this.#pages.size, 0);
    for (const { term, stem, weight } of terms) {
      if (seen.has(term)) continue;
      seen.add(term);
      const pages: { readonly first: number; count: number }[] = [];
      this.#postings.each(term, (at, count, isAbove) => {
        if (this.#passages[at] === undefined) return;
        const times = count + (isAbove ? HEADING_MENTIONS : 0);
        if (scores[at] === 0) found.push(at);
        scores[at] = (scores[at] ?? 0) + weight * termFrequency(times, B, (this.#lengths[at] ?? 0) / average);
        if (count === 0) return;
        const first = this.#firsts[at] ?? at;
        // The passages of a page follow each other.
        const last = pages.at(-1);
        if (last?.first === first) last.count += count;
        else pages.push({ first, count });
      });
      if (!stems.includes(stem)) continue;
      const pageWeight = rarity(this.#pages.size, pages.length);
      pageTotal += pageWeight;
      for (const { first, count } of pages) {
        const words = this.#passages[first]?.page.words ?? 0;
        const gain = pageWeight * termFrequency(count, PAGE_B, words / pageAverage);
        pageScores[first] = (pageScores[first] ?? 0) + gain;
      }
    }
    return {
      /** Passages with a word of the question. */
      found,
      scoreOf: (at: number) => scores[at] ?? 0,
      pageScoreOf: (at: number) => pageScores[this.#firsts[at] ?? at] ?? 0,
      pageTotal,
    };
  }

  /** Returns the share of the question's words that a passage or a heading above it has. */
  #coverage({ words, above }: IndexedPassage, terms: readonly Term[], total: number): number {
    const present = terms.filter(({ term }) => above.has(term) || words.includes(term));
    return present.reduce((sum, { weight }) => sum + weight, 0) / total;
  }
}

/**
 * Returns 1 if a passage has the kind of thing asked for, 0 if it lacks one that is recognized by its form, otherwise
 * half.
 */
function kindOf(expected: ExpectedAnswer | undefined, kinds: ReadonlySet<AnswerKind>): number {
  if (expected && kinds.has(expected.kind)) return 1;
  return expected?.isDistinct ? 0 : 0.5;
}

/** Returns the words in the path of an address. */
function decodedPath(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname).replaceAll(/[/_.-]+/g, ' ');
  } catch {
    // Not a URL: a fact of a prompt.
    return '';
  }
}
