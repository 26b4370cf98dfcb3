import type { CandidateListQuery } from './contract.ts';

/** How a list is ordered, and what of it is wanted: all when there is no limit. */
export interface Window extends Pick<CandidateListQuery, 'sortBy' | 'sortOrder'> {
  readonly offset: number;
  readonly limit: number | null;
}
