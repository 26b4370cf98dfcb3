/** Saturation (k1 of BM25): after about this many occurrences of a term, more of them add little. */
const K1 = 1.2;

/** Returns BM25's inverse document frequency, a natural logarithm above 0, from two numbers of documents. */
export function inverseDocumentFrequency(documentCount: number, documentFrequency: number): number {
  return Math.log(1 + (documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/**
 * Returns BM25's saturated term frequency, from 0 to K1 + 1, of a term that occurs `count` times. `b` from 0 to 1 is the
 * strength of length normalization, and `relativeLength` the length of the document relative to the average.
 */
export function saturatedTermFrequency(count: number, b: number, relativeLength: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - b + b * relativeLength));
}
