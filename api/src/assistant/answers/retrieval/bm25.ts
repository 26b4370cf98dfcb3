/** Saturation: after about this many mentions of a term, more of them add little. */
const K1 = 1.2;

/** Returns BM25's inverse document frequency. */
export function rarity(all: number, having: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5));
}

/** Returns BM25's term frequency, which saturates with each mention, relative to the text's length. */
export function termFrequency(times: number, b: number, relativeLength: number): number {
  return (times * (K1 + 1)) / (times + K1 * (1 - b + b * relativeLength));
}
