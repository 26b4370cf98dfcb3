/** A passage by where it stands. */
interface At {
  readonly pageId: string;
  readonly number: number;
}

interface Kept extends At {
  /** A byte for each number: ranking needs no more, and memory four times less. */
  readonly vector: Int8Array;
}

/** The vectors of one client's passages, searched whole: some ten thousand are few enough for that. */
export class VectorIndex {
  readonly #pages = new Map<string, Map<number, Kept>>();
  #bytes = 0;

  /** Bytes held. */
  get size(): number {
    return this.#bytes;
  }

  put(pageId: string, number: number, vector: Float32Array): void {
    const page = this.#pages.get(pageId) ?? new Map<number, Kept>();
    this.#pages.set(pageId, page);
    this.#bytes += vector.length - (page.get(number)?.vector.length ?? 0);
    page.set(number, { pageId, number, vector: Int8Array.from(vector, (value) => Math.round(value * 127)) });
  }

  remove(pageId: string): void {
    for (const { vector } of this.#pages.get(pageId)?.values() ?? []) this.#bytes -= vector.length;
    this.#pages.delete(pageId);
  }

  /** The passages that mean nearly the same, the nearest first. */
  nearest(sought: Float32Array, most: number): At[] {
    return this.#byLikeness(sought)
      .slice(0, most)
      .map(({ at }) => at);
  }

  /**
   * Those of the nearest that mean it, whatever its words: each is more like what is sought than the best of as many
   * unlike ones would be (of n normal values the largest is some √(2 ln n) deviations from their mean). What likeness
   * is much differs from model to model; this does not.
   */
  outstanding(sought: Float32Array, most: number): At[] {
    const ranked = this.#byLikeness(sought);
    const count = ranked.length;
    if (count < 2) return [];
    const mean = ranked.reduce((sum, { alike }) => sum + alike, 0) / count;
    const deviation = Math.sqrt(ranked.reduce((sum, { alike }) => sum + (alike - mean) ** 2, 0) / count);
    const least = mean + deviation * Math.sqrt(2 * Math.log(count));
    return ranked
      .slice(0, most)
      .filter(({ alike }) => alike > least)
      .map(({ at }) => at);
  }

  #byLikeness(sought: Float32Array): { at: At; alike: number }[] {
    const found: { at: At; alike: number }[] = [];
    for (const page of this.#pages.values()) {
      for (const { pageId, number, vector } of page.values()) {
        // Of another model, which is on its way out.
        if (vector.length !== sought.length) continue;
        let alike = 0;
        for (let i = 0; i < vector.length; i++) alike += (vector[i] ?? 0) * (sought[i] ?? 0);
        found.push({ at: { pageId, number }, alike });
      }
    }
    return found.sort((a, b) => b.alike - a.alike);
  }
}
