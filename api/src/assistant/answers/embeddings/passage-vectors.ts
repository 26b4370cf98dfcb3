import { type Similarities, VectorIndex } from './vector-index.ts';

/** Similarities of a question to all passage texts and to all headings. */
export interface QuestionSimilarities {
  readonly texts: Similarities;
  /** Undefined if no passage has a heading. */
  readonly headings: Similarities | undefined;
}

export interface PassageVector {
  readonly text: Float32Array;
  /** Undefined if there is no heading above the passage. */
  readonly heading: Float32Array | undefined;
}

/** Vectors of one client's passages: of their texts and of the headings above them. */
export class PassageVectors {
  readonly #texts = new VectorIndex();
  readonly #headings = new VectorIndex();

  /** Memory used, in bytes. */
  get size(): number {
    return this.#texts.size + this.#headings.size;
  }

  put(pageId: string, number: number, { text, heading }: PassageVector): void {
    this.#texts.put(pageId, number, text);
    if (heading) this.#headings.put(pageId, number, heading);
  }

  remove(pageId: string): void {
    this.#texts.remove(pageId);
    this.#headings.remove(pageId);
  }

  /** Compares a question with all passages. Returns undefined if the index is empty or its vectors have a different length. */
  compare(question: Float32Array): QuestionSimilarities | undefined {
    const texts = this.#texts.compare(question);
    return texts && { texts, headings: this.#headings.compare(question) };
  }
}
