import { nearestWord } from './spelling.ts';
import { stemOf, type Word } from './words.ts';

/** A word that misspelled ones are corrected to, in lower case. */
const CORRECT_WORD = /^\p{Ll}{3,}$/u;
/** Memory per word, in index words of 12 bytes. */
const WORDS_PER_ENTRY = 6;

/** Words of a website's pages, with which misspelled words are compared. Those of removed pages stay until a rebuild. */
export class Vocabulary {
  /** Words in lower case, by first letter. */
  readonly #words = new Map<string, Set<string>>();
  #count = 0;

  /** Memory used, in index words of 12 bytes. */
  get size(): number {
    return this.#count * WORDS_PER_ENTRY;
  }

  /** Adds the words of a text. */
  add(text: string, words: readonly Word[]): void {
    for (const { start, end } of words) {
      const word = text.slice(start, end).toLowerCase();
      const letter = word.charAt(0);
      const known = this.#words.get(letter) ?? new Set();
      if (known.has(word) || !CORRECT_WORD.test(word)) continue;
      known.add(word);
      this.#words.set(letter, known);
      this.#count++;
    }
  }

  /**
   * Returns the word that is nearest to a misspelled one, or else a word with the nearest stem, because the pages may use another
   * ending: "repairs" for "repareing". Both are in lower case.
   */
  nearestTo(
    misspelled: string,
    stems: Iterable<string>,
    documentFrequency: (stem: string) => number,
  ): string | undefined {
    const words = this.#words.get(misspelled.charAt(0)) ?? [];
    const nearest = nearestWord(misspelled, words, (word) => documentFrequency(stemOf(word)));
    if (nearest !== undefined) return nearest;
    const nearestStem = nearestWord(stemOf(misspelled), stems, documentFrequency);
    return nearestStem && [...words].find((word) => stemOf(word) === nearestStem);
  }
}
