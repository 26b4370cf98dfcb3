interface PassageId {
  readonly pageId: string;
  readonly number: number;
}

export interface Similar extends PassageId {
  /** Cosine, -1 to 1. */
  readonly similarity: number;
}

interface StoredVector extends PassageId {
  /** Quantized to a byte per number, which suffices for ranking at a quarter of the memory. */
  readonly vector: Int8Array;
}

const SCALE = 127;

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
    page.set(number, { pageId, number, vector: quantized(vector) });
  }

  remove(pageId: string): void {
    for (const { vector } of this.#pages.get(pageId)?.values() ?? []) this.#bytes -= vector.length;
    this.#pages.delete(pageId);
  }

  /** Returns all passages with their similarity, nearest first. */
  bySimilarity(query: Float32Array): Similar[] {
    const asked = quantized(query);
    const found: Similar[] = [];
    for (const page of this.#pages.values()) {
      for (const { pageId, number, vector } of page.values()) {
        // A vector of another model, which is being replaced.
        if (vector.length !== asked.length) continue;
        found.push({ pageId, number, similarity: product(vector, asked) / SCALE ** 2 });
      }
    }
    return found.sort((a, b) => b.similarity - a.similarity);
  }
}

const quantized = (vector: Float32Array) => Int8Array.from(vector, (value) => Math.round(value * SCALE));

function product(a: Int8Array, b: Int8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
