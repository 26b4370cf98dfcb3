import { useQueries } from '@tanstack/react-query';
import type { Compared } from '../comparison.ts';
import { breakdownQuery } from './get-breakdown.ts';
import { candidateQuery } from './get-candidate.ts';

/** Several candidates at once; a breakdown that fails is tolerated (spec 001 §7). */
export function useCompared(ids: readonly string[]) {
  const breakdowns = useQueries({ queries: ids.map(breakdownQuery) });
  return useQueries({
    queries: ids.map(candidateQuery),
    combine: (results) => ({
      compared: results.flatMap(({ data }, at): Compared[] =>
        data ? [{ candidate: data, breakdown: breakdowns[at]?.data }] : [],
      ),
      isPending: results.some(({ isPending }) => isPending),
      error: results.find(({ error }) => error)?.error ?? null,
      refetch: () => Promise.all(results.map((result) => result.refetch())),
    }),
  });
}
