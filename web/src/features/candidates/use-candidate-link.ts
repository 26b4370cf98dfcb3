import type { Dataset } from '@landline/api/datasets/contract';
import { useCallback } from 'react';
import { useLocation } from 'react-router-dom';
import { candidatePath, hubOf } from '../datasets/paths.ts';

/** Leads to a candidate of a dataset below the hub that is open; the list's filters go along in the address. */
export function useCandidateLink(dataset: Pick<Dataset, 'dataset_key' | 'dataset_type'>) {
  const { pathname, search } = useLocation();
  return useCallback(
    (candidateId: string) => candidatePath(dataset, candidateId, hubOf(pathname)) + search,
    [dataset, pathname, search],
  );
}
