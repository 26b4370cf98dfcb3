import type { Passage } from './passage-index.ts';

interface List {
  readonly passages: number[];
  readonly counts: number[];
  /** Passages that are still there. */
  living: number;
}

/** For each term, which passages have it and how often; 0 times where only its title or heading does. */
export class Postings {
  readonly #lists: List[] = [];

  add(at: number, { words, above }: Passage): void {
    for (const [term, count] of countsOf(words, above)) {
      this.#lists[term] ??= { passages: [], counts: [], living: 0 };
      const list = this.#lists[term];
      list.passages.push(at);
      list.counts.push(count);
      list.living++;
    }
  }

  /** What is removed stays in the lists, uncounted: readers skip it until the index is built anew. */
  remove({ words, above }: Passage): void {
    for (const term of countsOf(words, above).keys()) {
      const list = this.#lists[term];
      if (list) list.living--;
    }
  }

  passagesWith(term: number): number {
    return this.#lists[term]?.living ?? 0;
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
