import { passageKey } from '../passages.ts';
import type { Found } from '../retrieval/passage-index.ts';

/** Constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009); larger values flatten the ranks. */
const K = 60;

/**
 * Merges two rankings by reciprocal rank. Keeps the word ranking's scores by place, which weigh in the choice of sentences.
 */
export function fuseRankings(
  byWords: readonly Found[],
  byMeaning: readonly { pageId: string; number: number }[],
): readonly Found[] {
  if (byMeaning.length === 0) return byWords;
  const worth = new Map<string, { pageId: string; number: number; worth: number }>();
  for (const ranking of [byWords, byMeaning]) {
    for (const [rank, { pageId, number }] of ranking.entries()) {
      const at = { pageId, number };
      const known = worth.get(passageKey(at))?.worth ?? 0;
      worth.set(passageKey(at), { ...at, worth: known + 1 / (K + rank + 1) });
    }
  }
  const last = byWords.at(-1)?.score ?? 0;
  return [...worth.values()]
    .sort((a, b) => b.worth - a.worth)
    .map(({ pageId, number }, place) => ({ pageId, number, score: byWords[place]?.score ?? last }));
}
