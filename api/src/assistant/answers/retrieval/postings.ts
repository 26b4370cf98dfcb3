import type { IndexedPassage } from './indexed-passage.ts';

interface PostingList {
  readonly passages: number[];
  /** Twice the count in the passage's text, plus 1 if the title or heading has the term: one number to save memory. */
  readonly mentions: number[];
  /** Passages that are not removed. */
  alive: number;
}

/** Passages and counts per term, and whether the title or heading has the term; count 0 if the text does not. */
export class Postings {
  readonly #lists: PostingList[] = [];

  add(at: number, { words, above }: IndexedPassage): void {
    for (const [term, count] of countsOf(words, above)) {
      this.#lists[term] ??= { passages: [], mentions: [], alive: 0 };
      const list = this.#lists[term];
      list.passages.push(at);
      list.mentions.push(2 * count + Number(above.has(term)));
      list.alive++;
    }
  }

  /** Removes a passage from the counts. It stays in the lists, where readers skip it until the index is rebuilt. */
  remove({ words, above }: IndexedPassage): void {
    for (const term of countsOf(words, above).keys()) {
      const list = this.#lists[term];
      if (list) list.alive--;
    }
  }

  passagesWith(term: number): number {
    return this.#lists[term]?.alive ?? 0;
  }

  each(term: number, visit: (passage: number, count: number, isAbove: boolean) => void): void {
    const list = this.#lists[term];
    if (!list) return;
    for (let i = 0; i < list.passages.length; i++) {
      const mentions = list.mentions[i] ?? 0;
      visit(list.passages[i] ?? 0, mentions >> 1, mentions % 2 === 1);
    }
  }
}

function countsOf(words: Uint32Array, above: ReadonlySet<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const term of words) counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const term of above) if (!counts.has(term)) counts.set(term, 0);
  return counts;
}
