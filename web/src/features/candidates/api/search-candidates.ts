import type { CandidateList } from '@landline/api/candidates/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** What a search by address asks for. */
interface Search {
  datasetKey: string;
  search: string;
  limit: number;
}

/** GET /api/geo/candidates: the best few whose address fits. */
export const searchCandidatesQuery = (query: Search) =>
  queryOptions({
    queryKey: keys.candidates.list({ ...query }),
    queryFn: ({ signal }) => request<CandidateList>('/api/geo/candidates', { query: { ...query }, signal }),
  });
