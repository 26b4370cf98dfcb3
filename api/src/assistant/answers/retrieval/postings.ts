import type { IndexedPassage } from './indexed-passage.ts';

/** Postings of one term, as parallel arrays. */
interface PostingList {
  readonly slots: number[];
  /** Twice the count in the passage's text, plus 1 if the title or a heading has the term: one number to save memory. */
  readonly packedCounts: number[];
  /** Number of passages in the list that are not removed. */
  documentFrequency: number;
}

/**
 * Inverted index: for each term, by term id, the slots of the passages with it, its count in each text (0 if only the title
 * or a heading has it), and whether the title or a heading has it.
 */
export class Postings {
  readonly #lists: PostingList[] = [];

  /** Adds the terms of a passage. */
  add(slot: number, { termIds, headingTermIds }: IndexedPassage): void {
    for (const [termId, count] of countsOf(termIds, headingTermIds)) {
      this.#lists[termId] ??= { slots: [], packedCounts: [], documentFrequency: 0 };
      const list = this.#lists[termId];
      list.slots.push(slot);
      list.packedCounts.push(2 * count + Number(headingTermIds.has(termId)));
      list.documentFrequency++;
    }
  }

  /** Removes a passage from the document frequencies. It stays in the lists, where readers skip it until a rebuild. */
  remove({ termIds, headingTermIds }: IndexedPassage): void {
    for (const termId of countsOf(termIds, headingTermIds).keys()) {
      const list = this.#lists[termId];
      if (list) list.documentFrequency--;
    }
  }

  /** Returns the number of passages with a term, in their text or above it, without removed ones. */
  documentFrequency(termId: number): number {
    return this.#lists[termId]?.documentFrequency ?? 0;
  }

  /** Visits the postings of a term in the order of their slots, removed passages included. */
  forEach(termId: number, visit: (slot: number, count: number, isInHeading: boolean) => void): void {
    const list = this.#lists[termId];
    if (!list) return;
    for (let i = 0; i < list.slots.length; i++) {
      const packed = list.packedCounts[i] ?? 0;
      visit(list.slots[i] ?? 0, packed >> 1, packed % 2 === 1);
    }
  }
}

/** Returns how often each term occurs in the text; 0 for a term that only a heading has. */
function countsOf(termIds: Uint32Array, headingTermIds: ReadonlySet<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const termId of termIds) counts.set(termId, (counts.get(termId) ?? 0) + 1);
  for (const termId of headingTermIds) if (!counts.has(termId)) counts.set(termId, 0);
  return counts;
}
