import type { Dataset } from '@landline/api/property/datasets/contract';
import { useState } from 'react';
import { type AdjacentCandidates, adjacentCandidates, adjacentPages } from './adjacent-candidates.ts';
import { useCandidates } from './api/candidates.ts';
import { useListState } from './list-state.ts';

/** Returns the previous and next candidate in the list that the URL describes. */
export function useAdjacentCandidates(dataset: Dataset, candidateId: string): AdjacentCandidates | null {
  const { state } = useListState(dataset.property_type);
  // Changed scores may have moved the candidate to the page before or after the page in the URL.
  const likelyPages = [state.page, state.page - 1, state.page + 1].filter((page) => page > 0);
  const [attempt, setAttempt] = useState(0);
  const query = { ...state, page: likelyPages[attempt] ?? state.page, datasetKey: dataset.dataset_key };
  const { data: list, isFetching } = useCandidates(query);
  const pages = list ? adjacentPages(list, candidateId) : { before: null, after: null };
  const before = useCandidates({ ...query, page: pages.before ?? 1 }, pages.before !== null).data;
  const after = useCandidates({ ...query, page: pages.after ?? 1 }, pages.after !== null).data;
  const found = list
    ? adjacentCandidates(
        list,
        candidateId,
        before?.pagination.page === pages.before ? before : undefined,
        after?.pagination.page === pages.after ? after : undefined,
      )
    : null;
  // A classification may move the candidate within the list; navigation continues from its original position.
  const isComplete =
    found !== null &&
    !isFetching &&
    (pages.before === null || found.previous !== null) &&
    (pages.after === null || found.next !== null);
  const [original, setOriginal] = useState({ id: candidateId, adjacent: isComplete ? found : null });
  const current = original.id === candidateId ? original.adjacent : null;
  if (isComplete && current === null) setOriginal({ id: candidateId, adjacent: found });
  const isMissing = list !== undefined && !isFetching && found === null && current === null;
  if (isMissing && attempt < likelyPages.length - 1) setAttempt(attempt + 1);
  return current ?? found;
}
