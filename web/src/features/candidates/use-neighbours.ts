import type { Dataset } from '@landline/api/datasets/contract';
import { useState } from 'react';
import { useCandidates } from './api/list-candidates.ts';
import { useListState } from './list-state.ts';
import { type Neighbours, neighboursOf, pagesBeside } from './neighbours.ts';

/** The neighbours of a candidate in the list that it was opened from, which stands in its address. */
export function useNeighbours(dataset: Dataset, candidateId: string): Neighbours | null {
  const { state } = useListState(dataset.property_type);
  const query = { ...state, datasetKey: dataset.dataset_key };
  const { data: list } = useCandidates(query);
  const beside = list ? pagesBeside(list, candidateId) : { before: null, after: null };
  const before = useCandidates({ ...query, page: beside.before ?? 1 }, beside.before !== null).data;
  const after = useCandidates({ ...query, page: beside.after ?? 1 }, beside.after !== null).data;
  const found = list
    ? neighboursOf(
        list,
        candidateId,
        before?.pagination.page === beside.before ? before : undefined,
        after?.pagination.page === beside.after ? after : undefined,
      )
    : null;
  // A judgement may move it elsewhere in the list: one still goes on from where one was.
  const [known, setKnown] = useState<{ id: string; neighbours: Neighbours | null }>({
    id: candidateId,
    neighbours: null,
  });
  if (found && (known.id !== candidateId || known.neighbours === null)) {
    setKnown({ id: candidateId, neighbours: found });
  }
  return found ?? (known.id === candidateId ? known.neighbours : null);
}
