const K1 = 1.2;
const B = 0.75;

/**
 * Returns a function that ranks the documents for a question by plain BM25 over lower-case words without stemming. It
 * returns their ids, best first, the text of the best one, and its score as a share of the maximum possible.
 */
export function plainBm25(documents: readonly { id: string; text: string }[]) {
  const counted = documents.map(({ id, text }) => {
    const words = wordsOf(text);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { id, text, counts, length: words.length };
  });
  const documentCounts = new Map<string, number>();
  for (const { counts } of counted)
    for (const word of counts.keys()) documentCounts.set(word, (documentCounts.get(word) ?? 0) + 1);
  const average = counted.reduce((sum, { length }) => sum + length, 0) / counted.length;
  const idf = (word: string) => {
    const n = documentCounts.get(word) ?? 0;
    return Math.log(1 + (counted.length - n + 0.5) / (n + 0.5));
  };
  return (question: string) => {
    const words = [...new Set(wordsOf(question))];
    const ranked = counted
      .map(({ id, text, counts, length }) => {
        let score = 0;
        for (const word of words) {
          const count = counts.get(word) ?? 0;
          score += (idf(word) * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
        }
        return { id, text, score };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    const possible = words.reduce((sum, word) => sum + idf(word) * (K1 + 1), 0);
    return {
      ranked: ranked.map(({ id }) => id),
      answer: ranked[0]?.text ?? '',
      confidence: (ranked[0]?.score ?? 0) / possible,
    };
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
