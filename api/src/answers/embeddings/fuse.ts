import type { Found } from '../retrieval/passage-index.ts';

/** Of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): how little the first place counts over the next. */
const K = 60;

const keyOf = ({ pageId, number }: { pageId: string; number: number }) => `${pageId} ${number}`;

/**
 * Two rankings as one: what stands high in both comes first. The scores stay those of the ranking by words, place by
 * place, because what quotes sentences weighs with them.
 */
export function fused(
  byWords: readonly Found[],
  byMeaning: readonly { pageId: string; number: number }[],
): readonly Found[] {
  if (byMeaning.length === 0) return byWords;
  const worth = new Map<string, { pageId: string; number: number; worth: number }>();
  for (const ranking of [byWords, byMeaning]) {
    for (const [rank, { pageId, number }] of ranking.entries()) {
      const at = { pageId, number };
      const known = worth.get(keyOf(at))?.worth ?? 0;
      worth.set(keyOf(at), { ...at, worth: known + 1 / (K + rank + 1) });
    }
  }
  const last = byWords.at(-1)?.score ?? 0;
  return [...worth.values()]
    .sort((a, b) => b.worth - a.worth)
    .map(({ pageId, number }, place) => ({ pageId, number, score: byWords[place]?.score ?? last }));
}
