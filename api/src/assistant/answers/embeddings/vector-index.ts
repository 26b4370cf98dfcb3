interface PassageId {
  readonly pageId: string;
  readonly number: number;
}

export interface Similar extends PassageId {
  /** Cosine, -1 to 1. */
  readonly similarity: number;
}

/** Similarities of all passages to a question. */
export interface Similarities {
  readonly count: number;
  readonly most: number;
  readonly least: number;
  readonly average: number;
  readonly deviation: number;
  /** Most similar passages, nearest first. */
  readonly nearest: readonly Similar[];
  /** Returns undefined for a passage without a vector. */
  of(passage: PassageId): number | undefined;
}

/** A number of a unit vector is stored in a byte, which suffices for ranking at a quarter of the memory. */
const SCALE = 127;
const NEAREST = 30;
const INITIAL_SLOTS = 64;

/**
 * Vectors of one client's passages side by side in memory, so that comparing a question with one takes less than
 * a microsecond.
 */
export class VectorIndex {
  readonly #pages = new Map<string, Map<number, number>>();
  readonly #passages: (PassageId | undefined)[] = [];
  readonly #free: number[] = [];
  #values = new Int8Array();
  /** Length of the vectors; 0 before the first one. */
  #width = 0;

  /** Bytes held. */
  get size(): number {
    return this.#values.length;
  }

  /** Returns the number of vectors. */
  get count(): number {
    return this.#passages.length - this.#free.length;
  }

  put(pageId: string, number: number, vector: Float32Array): void {
    if (this.count === 0) this.#clear(vector.length);
    // A vector of another model, which is being replaced.
    if (vector.length !== this.#width) return;
    const page = this.#pages.get(pageId) ?? new Map<number, number>();
    this.#pages.set(pageId, page);
    const slot = page.get(number) ?? this.#free.pop() ?? this.#passages.length;
    page.set(number, slot);
    this.#passages[slot] = { pageId, number };
    this.#reserve(slot + 1);
    this.#values.set(quantized(vector), slot * this.#width);
  }

  remove(pageId: string): void {
    for (const slot of this.#pages.get(pageId)?.values() ?? []) {
      this.#passages[slot] = undefined;
      this.#free.push(slot);
    }
    this.#pages.delete(pageId);
  }

  /** Compares a question with all passages. Returns undefined if there are none of its model. */
  compare(question: Float32Array): Similarities | undefined {
    if (this.count === 0 || question.length !== this.#width) return undefined;
    const asked = quantized(question);
    const products = new Float64Array(this.#passages.length).fill(Number.NaN);
    let most = Number.NEGATIVE_INFINITY;
    let least = Number.POSITIVE_INFINITY;
    let sum = 0;
    let squares = 0;
    for (let slot = 0; slot < products.length; slot++) {
      if (this.#passages[slot] === undefined) continue;
      const similarity = product(this.#values, slot * this.#width, asked) / SCALE ** 2;
      products[slot] = similarity;
      if (similarity > most) most = similarity;
      if (similarity < least) least = similarity;
      sum += similarity;
      squares += similarity ** 2;
    }
    const average = sum / this.count;
    return {
      count: this.count,
      most,
      least,
      average,
      deviation: Math.sqrt(Math.max(0, squares / this.count - average ** 2)),
      nearest: this.#nearest(products),
      of: ({ pageId, number }) => products[this.#pages.get(pageId)?.get(number) ?? -1],
    };
  }

  #nearest(products: Float64Array): Similar[] {
    const nearest: Similar[] = [];
    let least = Number.NEGATIVE_INFINITY;
    for (let slot = 0; slot < products.length; slot++) {
      const similarity = products[slot] ?? Number.NaN;
      const passage = this.#passages[slot];
      if (!passage || (nearest.length === NEAREST && similarity <= least)) continue;
      const at = nearest.findIndex((each) => each.similarity < similarity);
      nearest.splice(at === -1 ? nearest.length : at, 0, { ...passage, similarity });
      if (nearest.length > NEAREST) nearest.pop();
      least = nearest.at(-1)?.similarity ?? least;
    }
    return nearest;
  }

  #clear(width: number): void {
    this.#width = width;
    this.#pages.clear();
    this.#passages.length = 0;
    this.#free.length = 0;
    this.#values = new Int8Array(INITIAL_SLOTS * width);
  }

  #reserve(slots: number): void {
    if (slots * this.#width <= this.#values.length) return;
    const larger = new Int8Array(this.#values.length * 2);
    larger.set(this.#values);
    this.#values = larger;
  }
}

const quantized = (vector: Float32Array) => Int8Array.from(vector, (value) => Math.round(value * SCALE));

/** Multiplies a vector with the one that starts at `start`; two sums let the processor work on both at once. */
function product(values: Int8Array, start: number, vector: Int8Array): number {
  let even = 0;
  let odd = 0;
  for (let i = 0; i < vector.length; i += 2) {
    even += Math.imul(values[start + i] as number, vector[i] as number);
    odd += Math.imul(values[start + i + 1] as number, vector[i + 1] as number);
  }
  return even + odd;
}
