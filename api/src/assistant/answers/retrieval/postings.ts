import type { IndexedPassage } from './indexed-passage.ts';

interface PostingList {
  readonly passages: number[];
  readonly counts: number[];
  /** Passages that are not removed. */
  alive: number;
}

/** Passages and counts per term; count 0 if only the title or heading has the term. */
export class Postings {
  readonly #lists: PostingList[] = [];

  add(at: number, { words, above }: IndexedPassage): void {
    for (const [term, count] of countsOf(words, above)) {
      this.#lists[term] ??= { passages: [], counts: [], alive: 0 };
      const list = this.#lists[term];
      list.passages.push(at);
      list.counts.push(count);
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

  each(term: number, visit: (passage: number, count: number) => void): void {
    const list = this.#lists[term];
    if (!list) return;
    for (let i = 0; i < list.passages.length; i++) visit(list.passages[i] ?? 0, list.counts[i] ?? 0);
  }
}

function countsOf(words: Uint32Array, above: ReadonlySet<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const term of words) counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const term of above) if (!counts.has(term)) counts.set(term, 0);
  return counts;
}
