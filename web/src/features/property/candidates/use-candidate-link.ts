import type { Dataset } from '@landline/api/property/datasets/contract';
import { useCallback } from 'react';
import { useLocation } from 'react-router-dom';
import { candidatePath, hubOf } from '../datasets/paths.ts';

/** Builds links to candidates in the open hub; the list's filters stay in the URL. */
export function useCandidateLink(dataset: Pick<Dataset, 'dataset_key' | 'dataset_type'>) {
  const { pathname, search } = useLocation();
  return useCallback(
    (candidateId: string) => candidatePath(dataset, candidateId, hubOf(pathname)) + search,
    [dataset, pathname, search],
  );
}
