interface PassageId {
  readonly pageId: string;
  readonly number: number;
}

interface StoredVector extends PassageId {
  /** Quantized to a byte per number, which suffices for ranking at a quarter of the memory. */
  readonly vector: Int8Array;
}

/** Vectors of one client's passages with exhaustive search, which is fast enough for some ten thousand. */
export class VectorIndex {
  readonly #pages = new Map<string, Map<number, StoredVector>>();
  #bytes = 0;

  /** Bytes held. */
  get size(): number {
    return this.#bytes;
  }

  put(pageId: string, number: number, vector: Float32Array): void {
    const page = this.#pages.get(pageId) ?? new Map<number, StoredVector>();
    this.#pages.set(pageId, page);
    this.#bytes += vector.length - (page.get(number)?.vector.length ?? 0);
    page.set(number, { pageId, number, vector: Int8Array.from(vector, (value) => Math.round(value * 127)) });
  }

  remove(pageId: string): void {
    for (const { vector } of this.#pages.get(pageId)?.values() ?? []) this.#bytes -= vector.length;
    this.#pages.delete(pageId);
  }

  /** Returns the most similar passages, nearest first. */
  nearest(query: Float32Array, limit: number): PassageId[] {
    return this.#bySimilarity(query)
      .slice(0, limit)
      .map(({ at }) => at);
  }

  /**
   * Returns the passages whose similarity stands out from all others: above the expected maximum of n normal values, about
   * √(2 ln n) deviations from the mean. Unlike a fixed threshold, this works for every model.
   */
  outstanding(query: Float32Array, limit: number): PassageId[] {
    const ranked = this.#bySimilarity(query);
    const count = ranked.length;
    if (count < 2) return [];
    const mean = ranked.reduce((sum, { similarity }) => sum + similarity, 0) / count;
    const deviation = Math.sqrt(
      ranked.reduce((sum, { similarity }) => sum + (similarity - mean) ** 2, 0) / count,
    );
    const threshold = mean + deviation * Math.sqrt(2 * Math.log(count));
    return ranked
      .slice(0, limit)
      .filter(({ similarity }) => similarity > threshold)
      .map(({ at }) => at);
  }

  #bySimilarity(query: Float32Array): { at: PassageId; similarity: number }[] {
    const found: { at: PassageId; similarity: number }[] = [];
    for (const page of this.#pages.values()) {
      for (const { pageId, number, vector } of page.values()) {
        // A vector of another model, which is being replaced.
        if (vector.length !== query.length) continue;
        let similarity = 0;
        for (let i = 0; i < vector.length; i++) similarity += (vector[i] ?? 0) * (query[i] ?? 0);
        found.push({ at: { pageId, number }, similarity });
      }
    }
    return found.sort((a, b) => b.similarity - a.similarity);
  }
}
