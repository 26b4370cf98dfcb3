import { highest } from '../highest.ts';
import { nearestHeading } from '../passages.ts';
import { agreement } from './agreement.ts';
import { inverseDocumentFrequency, saturatedTermFrequency } from './bm25.ts';
import { isEnglishWord } from './english-words.ts';
import { type AnswerKind, type ExpectedAnswer, expectedAnswerOf, kindsIn } from './expected-answer.ts';
import type { IndexedPassage, QueryTerm } from './indexed-passage.ts';
import { Postings } from './postings.ts';
import {
  asksForDefinition,
  bestSentenceScore,
  definitionScore,
  proximityScore,
  sentenceScore,
} from './proximity.ts';
import { sentencesOf } from './sentences.ts';
import { SYNONYMS } from './synonyms.ts';
import { Vocabulary } from './vocabulary.ts';
import type { Candidate, WordSearch } from './word-search.ts';
import {
  contentStemsOf,
  isMistypedStopWord,
  isStopWord,
  specificity,
  stemOf,
  type Word,
  wordsOf,
  wordsOfPage,
} from './words.ts';

/** A page to index, with its passages in order. */
export interface SourcePage {
  readonly pageId: string;
  readonly url: string;
  readonly title: string;
  readonly passages: readonly { readonly number: number; readonly heading: string; readonly text: string }[];
}

interface SearchOptions {
  /** Earlier conversation. */
  readonly context?: string;
  /** Weight of the words of the context relative to those of the question. */
  readonly contextWeight?: number;
  /** The whole question, which shows what kind of thing is asked for; the text searched for by default. */
  readonly question?: string;
  /** Passages whose embeddings are closest to the question; they are candidates too. */
  readonly nearest?: readonly { readonly pageId: string; readonly number: number }[];
}

/**
 * Length normalization (b of BM25) for passages and for pages. Tuned on two different question sets; results depend little
 * on the exact values.
 */
const PASSAGE_B = 0.6;
const PAGE_B = 0.75;
/** A term in the title or a heading counts as this number of occurrences in the text. */
const HEADING_OCCURRENCES = 1.5;
/** Weight of a synonym relative to a word of the question. */
const SYNONYM_WEIGHT = 0.2;
/** Weight of a synonym if no page uses the word itself. */
const SUBSTITUTE_WEIGHT = 0.6;
/** Weight of the BM25 score of a page relative to that of its passage when candidates are chosen. */
const PAGE_WEIGHT = 0.4;
/** Two words that may be written as one. */
const WORD_PAIR = /^\p{L}{2,} \p{L}{3,}$/u;
const HYPHEN = /[-‑]/g;
const HYPHENATED = /\p{L}+(?:[-‑]\p{L}+)+/gu;
/** Text before the first word of a sentence. */
const SENTENCE_START = /(?:^|[.!?…:"“(])\s*$/;
/** Maximum number of candidates chosen by BM25. */
const MAX_BM25_CANDIDATES = 60;

/** A word that pages write with hyphens. */
interface Compound {
  readonly partStems: readonly string[];
  /** Number of occurrences on all pages. */
  readonly count: number;
}

type IndexedPage = IndexedPassage['page'] & {
  readonly slots: readonly number[];
  /** Key in `#compounds` of each occurrence of a hyphenated word. */
  readonly compounds: readonly string[];
};

/**
 * Keyword index of one client's passages: BM25 over passages and pages chooses the candidates, whose features also cover
 * proximity, sentences and headings. A passage is identified by its slot, an index in `#passages`; a term by its id, an index
 * in `#stems`.
 */
export class PassageIndex {
  readonly #termIds = new Map<string, number>();
  readonly #stems: string[] = [];
  readonly #vocabulary = new Vocabulary();
  /** Hyphenated words by their stem without hyphens: "wifi" for "Wi-Fi". */
  readonly #compounds = new Map<string, Compound>();
  readonly #postings = new Postings();
  /** Passages by slot; undefined if removed. */
  readonly #passages: (IndexedPassage | undefined)[] = [];
  /**
   * By slot, the length of the passage in words, and the first slot of its page. Arrays of numbers are faster to read than the
   * passages themselves.
   */
  readonly #lengths: number[] = [];
  readonly #firstSlots: number[] = [];
  readonly #pages = new Map<string, IndexedPage>();
  #wordCount = 0;
  #passageCount = 0;

  /**
   * Approximate memory use, in words of about 12 bytes: the words of the passages, 8 for each slot, removed ones included, and the
   * distinct words.
   */
  get size(): number {
    return this.#passages.length * 8 + this.#wordCount + this.#vocabulary.size;
  }

  /** Number of passages, without removed ones. */
  get passageCount(): number {
    return this.#passageCount;
  }

  /** True if most passages are removed, so that a rebuild saves memory. */
  get needsRebuild(): boolean {
    return this.#passages.length > 200 && this.#passageCount < this.#passages.length / 2;
  }

  /** Adds or replaces a page. */
  put({ pageId, url, title, passages }: SourcePage): void {
    this.remove(pageId);
    const page = { slots: [] as number[], wordCount: 0, compounds: [] as string[] };
    const firstSlot = this.#passages.length;
    this.#pages.set(pageId, page);
    const titleAndPath = `${title} ${decodedPath(url)}`;
    for (const { number, heading, text } of passages) {
      const words = wordsOfPage(text);
      for (const [word] of text.matchAll(HYPHENATED)) page.compounds.push(this.#addCompound(word));
      const termIds = Uint32Array.from(words, ({ stem }) => this.#termIdOf(stem));
      const above = `${titleAndPath} ${heading}`;
      const wordsAbove = wordsOfPage(above);
      const headingTermIds = new Set(wordsAbove.map(({ stem }) => this.#termIdOf(stem)));
      this.#vocabulary.add(text, words);
      this.#vocabulary.add(above, wordsAbove);
      const sentenceStarts: number[] = [];
      let at = 0;
      for (const { start } of sentencesOf(text)) {
        while (at < words.length && (words[at]?.start ?? 0) < start) at++;
        sentenceStarts.push(at);
      }
      const passage = {
        pageId,
        number,
        page,
        termIds,
        sentenceStarts: Uint16Array.from(sentenceStarts),
        headingTermIds,
        headingStems: contentStemsOf(nearestHeading(heading)),
        kinds: kindsIn(text),
      };
      page.slots.push(this.#passages.length);
      page.wordCount += words.length;
      this.#postings.add(this.#passages.length, passage);
      this.#passages.push(passage);
      this.#lengths.push(words.length);
      this.#firstSlots.push(firstSlot);
      this.#wordCount += words.length;
      this.#passageCount++;
    }
  }

  /** Removes a page; does nothing if it is not indexed. */
  remove(pageId: string): void {
    const page = this.#pages.get(pageId);
    if (!page) return;
    for (const slot of page.slots) {
      const passage = this.#passages[slot];
      if (!passage) continue;
      this.#postings.remove(passage);
      this.#wordCount -= passage.termIds.length;
      this.#passages[slot] = undefined;
      this.#passageCount--;
    }
    for (const stem of page.compounds) this.#removeCompound(stem);
    this.#pages.delete(pageId);
  }

  /** Finds candidate passages by the words of a text, and computes the features of these and of the nearest passages. */
  search(
    searchText: string,
    { context = '', contextWeight = 1, question = searchText, nearest = [] }: SearchOptions = {},
  ): WordSearch {
    const own = new Set(this.#stemsOf(searchText));
    const stems = [...own, ...this.#stemsOf(context).filter((stem) => !own.has(stem))];
    const factorOf = (stem: string) => (own.has(stem) ? 1 : contextWeight);
    const weightOf = (stem: string) => this.weightOf(stem) * factorOf(stem);
    const stemTotal = stems.reduce((sum, stem) => sum + weightOf(stem), 0);
    if (this.#passageCount === 0 || (stemTotal === 0 && nearest.length === 0))
      return { candidates: [], stems, known: 0, isOfBusiness: false };
    // Without content words, all sums are 0.
    const total = stemTotal || 1;
    const terms = stems.flatMap((stem) => this.#queryTermsFor(stem, factorOf(stem)));
    const primary = terms.filter(({ stem }) => stems.includes(stem));
    const { found, scoreOf, pageScoreOf, pageTotal } = this.#scoreByWords(terms, stems);
    const best = highest(
      found,
      MAX_BM25_CANDIDATES,
      (slot) => scoreOf(slot) + PAGE_WEIGHT * pageScoreOf(slot),
    );
    const candidateSlots = new Set(best);
    for (const { pageId, number } of nearest) {
      const slot = this.#pages.get(pageId)?.slots.find((each) => this.#passages[each]?.number === number);
      if (slot !== undefined) candidateSlots.add(slot);
    }
    const searched = new Set(stems);
    const isDefinition = asksForDefinition(searchText);
    const expected = expectedAnswerOf(question);
    const candidates = [...candidateSlots].flatMap((slot): Candidate[] => {
      const passage = this.#passages[slot];
      if (!passage) return [];
      const features = {
        bm25: scoreOf(slot) / total,
        pageBm25: pageScoreOf(slot) / (pageTotal || 1),
        proximity: proximityScore(passage, primary) / total,
        bestSentence: bestSentenceScore(passage, primary) / total,
        firstSentence: sentenceScore(passage, 0, primary) / total,
        definition: isDefinition ? definitionScore(passage, primary, (id) => this.#stems[id] ?? '') : 0,
        kind: kindFeature(expected, passage.kinds),
        business: expected?.isOfBusiness && passage.kinds.has(expected.kind) ? 1 : 0,
        coverage: this.#coverage(passage, primary, total),
        heading: agreement(passage.headingStems, searched, weightOf),
      };
      return [{ pageId: passage.pageId, number: passage.number, features }];
    });
    // Words of the earlier conversation are known anyway; those of the question show whether the pages answer it.
    const known = this.knownShare(own.size > 0 ? [...own] : stems);
    return { candidates, stems, known, isOfBusiness: expected?.isOfBusiness ?? false };
  }

  /**
   * Returns the weight of a word: its inverse document frequency among the passages, less for words of general meaning, and 0
   * for mistyped stop words.
   */
  weightOf(stem: string): number {
    if (this.#isMistypedStopWord(stem)) return 0;
    return specificity(stem) * inverseDocumentFrequency(this.#passageCount, this.#documentFrequency(stem));
  }

  /** Returns the share of words, by weight, that the pages use, from 0 to 1. */
  knownShare(stems: readonly string[]): number {
    const sumOf = (some: readonly string[]) => some.reduce((sum, stem) => sum + this.weightOf(stem), 0);
    const total = sumOf(stems);
    return total === 0 ? 0 : sumOf(stems.filter(this.#isUsed)) / total;
  }

  /** Counts an occurrence of a hyphenated word and returns its key. */
  #addCompound(word: string): string {
    const stem = stemOf(word.replaceAll(HYPHEN, ''));
    const { count = 0 } = this.#compounds.get(stem) ?? {};
    this.#compounds.set(stem, { partStems: wordsOf(word).map((part) => part.stem), count: count + 1 });
    return stem;
  }

  #removeCompound(stem: string): void {
    const compound = this.#compounds.get(stem);
    if (!compound) return;
    if (compound.count > 1) this.#compounds.set(stem, { ...compound, count: compound.count - 1 });
    else this.#compounds.delete(stem);
  }

  #termIdOf(stem: string): number {
    const known = this.#termIds.get(stem);
    if (known !== undefined) return known;
    const termId = this.#stems.length;
    this.#termIds.set(stem, termId);
    this.#stems.push(stem);
    return termId;
  }

  /** Returns true if the pages use a word or a synonym of it. */
  #isUsed = (stem: string) =>
    this.#documentFrequency(stem) > 0 ||
    [...(SYNONYMS.get(stem) ?? [])].some((other) => this.#documentFrequency(other) > 0);

  /** Returns the number of passages with a stem, in their text or above it. */
  #documentFrequency = (stem: string) => {
    const termId = this.#termIds.get(stem);
    return termId === undefined ? 0 : this.#postings.documentFrequency(termId);
  };

  /** Returns a question with the pages' nearest word in place of each misspelled word. */
  correctSpelling(question: string): string {
    let corrected = '';
    let end = 0;
    for (const word of wordsOf(question)) {
      const correction = isStopWord(word.stem) ? undefined : this.#correctionOf(word, question);
      corrected += question.slice(end, word.start) + (correction ?? question.slice(word.start, word.end));
      end = word.end;
    }
    return corrected + question.slice(end);
  }

  /** Returns the stems of a text without stop words; an unknown word is replaced by the nearest known one. */
  #stemsOf(text: string): string[] {
    const words = wordsOf(text);
    return words.flatMap((word, i) => {
      const { stem } = word;
      const before = words[i - 1];
      const joined = before && this.#joinedStem(text.slice(before.start, word.end));
      if (joined !== undefined) return [joined];
      if (isStopWord(stem) || this.#isMistypedStopWord(stem)) return [];
      const compound = this.#documentFrequency(stem) > 0 ? undefined : this.#compounds.get(stem);
      if (compound) return compound.partStems.filter((part) => !isStopWord(part));
      const correction = this.#correctionOf(word, text);
      return [correction === undefined ? stem : stemOf(correction)];
    });
  }

  /**
   * Returns the stem of two words written as one ("storytime" for "story time") if pages use it at least as often as the rarer
   * one of both; undefined otherwise.
   */
  #joinedStem(words: string): string | undefined {
    if (!WORD_PAIR.test(words)) return undefined;
    const stem = stemOf(words.replace(' ', ''));
    const stems = words.split(' ').map(stemOf);
    if (stems.some(isStopWord)) return undefined;
    const joined = this.#documentFrequency(stem);
    const apart = Math.min(...stems.map(this.#documentFrequency));
    return joined > 0 && joined >= apart ? stem : undefined;
  }

  /** Returns true for a stem that is certainly not misspelled: one that the pages use or that has synonyms. */
  #isKnown = (stem: string) =>
    this.#documentFrequency(stem) > 0 || this.#compounds.has(stem) || SYNONYMS.has(stem);

  #isMistypedStopWord = (stem: string) => !this.#isKnown(stem) && isMistypedStopWord(stem);

  /**
   * Returns the pages' nearest word to a misspelled word of a text; undefined if it is not misspelled or may be a name, which has a
   * capital letter within a sentence.
   */
  #correctionOf({ stem, start, end }: Word, text: string): string | undefined {
    const word = text.slice(start, end);
    if (this.#isKnown(stem) || isMistypedStopWord(stem) || isEnglishWord(word)) return undefined;
    if (/^\p{Lu}\p{Ll}/u.test(word) && !SENTENCE_START.test(text.slice(0, start))) return undefined;
    return this.#vocabulary.nearestTo(word.toLowerCase(), this.#stems, this.#documentFrequency);
  }

  /** Returns the terms to search for: the stem, if it was ever indexed, and its synonyms. `factor` scales their weights. */
  #queryTermsFor(stem: string, factor: number): QueryTerm[] {
    const own = this.#termIds.get(stem);
    const weight = this.weightOf(stem) * factor;
    const synonymWeight = own === undefined ? SUBSTITUTE_WEIGHT : SYNONYM_WEIGHT;
    const synonyms = [...(SYNONYMS.get(stem) ?? [])].flatMap((synonym): QueryTerm[] => {
      const termId = this.#termIds.get(synonym);
      if (termId === undefined) return [];
      return [
        {
          termId,
          stem: synonym,
          weight: synonymWeight * Math.min(weight, this.weightOf(synonym) * factor),
        },
      ];
    });
    return own === undefined ? synonyms : [{ termId: own, stem, weight }, ...synonyms];
  }

  /** Scores passages and pages by BM25; only `stems`, not their synonyms, count for pages. */
  #scoreByWords(terms: readonly QueryTerm[], stems: readonly string[]) {
    /** Scores of the passages by slot, and of the pages by the slot of their first passage. */
    const scores = new Float64Array(this.#passages.length);
    const pageScores = new Float64Array(this.#passages.length);
    const found: number[] = [];
    const averageLength = this.#wordCount / this.#passageCount || 1;
    const averagePageLength = this.#wordCount / this.#pages.size || 1;
    const seen = new Set<number>();
    const unknownCount = stems.filter((stem) => this.#documentFrequency(stem) === 0).length;
    let pageTotal = unknownCount * inverseDocumentFrequency(this.#pages.size, 0);
    for (const { termId, stem, weight } of terms) {
      if (seen.has(termId)) continue;
      seen.add(termId);
      const pages: { readonly firstSlot: number; count: number }[] = [];
      this.#postings.forEach(termId, (slot, count, isInHeading) => {
        if (this.#passages[slot] === undefined) return;
        const occurrences = count + (isInHeading ? HEADING_OCCURRENCES : 0);
        const relativeLength = (this.#lengths[slot] ?? 0) / averageLength;
        if (scores[slot] === 0) found.push(slot);
        scores[slot] =
          (scores[slot] ?? 0) + weight * saturatedTermFrequency(occurrences, PASSAGE_B, relativeLength);
        if (count === 0) return;
        const firstSlot = this.#firstSlots[slot] ?? slot;
        // The passages of a page follow each other.
        const last = pages.at(-1);
        if (last?.firstSlot === firstSlot) last.count += count;
        else pages.push({ firstSlot, count });
      });
      if (!stems.includes(stem)) continue;
      const pageWeight = inverseDocumentFrequency(this.#pages.size, pages.length);
      pageTotal += pageWeight;
      for (const { firstSlot, count } of pages) {
        const wordCount = this.#passages[firstSlot]?.page.wordCount ?? 0;
        const gain = pageWeight * saturatedTermFrequency(count, PAGE_B, wordCount / averagePageLength);
        pageScores[firstSlot] = (pageScores[firstSlot] ?? 0) + gain;
      }
    }
    return {
      /** Slots of the passages with a term. */
      found,
      scoreOf: (slot: number) => scores[slot] ?? 0,
      pageScoreOf: (slot: number) => pageScores[this.#firstSlots[slot] ?? slot] ?? 0,
      /** Total weight of the stems among the pages. */
      pageTotal,
    };
  }

  /** Returns the share of the terms, by weight, that a passage or a heading above it has; `total` is the weight of all. */
  #coverage({ termIds, headingTermIds }: IndexedPassage, terms: readonly QueryTerm[], total: number): number {
    const present = terms.filter(({ termId }) => headingTermIds.has(termId) || termIds.includes(termId));
    return present.reduce((sum, { weight }) => sum + weight, 0) / total;
  }
}

/** Returns 1 if a passage has the kind of thing asked for, 0 if it lacks one of distinct form, otherwise 0.5. */
function kindFeature(expected: ExpectedAnswer | undefined, kinds: ReadonlySet<AnswerKind>): number {
  if (expected && kinds.has(expected.kind)) return 1;
  return expected?.isDistinct ? 0 : 0.5;
}

/** Returns the words in the path of a URL, separated by spaces. */
function decodedPath(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname).replaceAll(/[/_.-]+/g, ' ');
  } catch {
    // The facts of a prompt have no URL.
    return '';
  }
}
