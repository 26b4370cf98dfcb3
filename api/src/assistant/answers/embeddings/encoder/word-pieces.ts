interface Piece {
  readonly id: number;
  readonly score: number;
}

/** Marks the start of a word. */
const SPACE = '▁';
/** Id of characters that no piece covers. */
const UNKNOWN = 0;
/** Ids below are reserved. */
const FIRST_PIECE = 6;
const UNKNOWN_SCORE = -20;

/** Splits texts into the most probable word pieces (SentencePiece's unigram model). */
export class WordPieces {
  readonly #pieces = new Map<string, Piece>();
  readonly #longest: number;

  constructor(vocabulary: readonly (readonly [piece: string, score: number])[]) {
    for (const [id, [piece, score]] of vocabulary.entries())
      if (id >= FIRST_PIECE) this.#pieces.set(piece, { id, score });
    this.#longest = Math.max(0, ...Array.from(this.#pieces.keys(), (piece) => piece.length));
  }

  /** Returns the ids of up to `limit` pieces. */
  idsOf(text: string, limit: number): number[] {
    const ids: number[] = [];
    for (const word of text.normalize('NFKC').split(/\s+/)) {
      if (word === '') continue;
      for (const id of this.#split(SPACE + word)) if (id !== UNKNOWN || ids.at(-1) !== UNKNOWN) ids.push(id);
      if (ids.length >= limit) return ids.slice(0, limit);
    }
    return ids;
  }

  /** Finds the split with the highest sum of scores (Viterbi). */
  #split(word: string): number[] {
    const best: { score: number; start: number; id: number }[] = [{ score: 0, start: 0, id: UNKNOWN }];
    for (let end = 1; end <= word.length; end++) {
      const before = best[end - 1]?.score ?? 0;
      let found = { score: before + UNKNOWN_SCORE, start: end - 1, id: UNKNOWN };
      for (let start = Math.max(0, end - this.#longest); start < end; start++) {
        const piece = this.#pieces.get(word.slice(start, end));
        const score = (best[start]?.score ?? 0) + (piece?.score ?? 0);
        if (piece && score > found.score) found = { score, start, id: piece.id };
      }
      best.push(found);
    }
    const ids: number[] = [];
    for (let end = word.length; end > 0; ) {
      const { id, start } = best[end] ?? { id: UNKNOWN, start: end - 1 };
      ids.push(id);
      end = start;
    }
    return ids.reverse();
  }
}
