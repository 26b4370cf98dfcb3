import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { type Call, requestData } from '../../shared/http/request.ts';

/** Returns the query for the `data` field of a GET route. */
export const dataQuery = <T>(queryKey: QueryKey, path: string, query: Call['query'] = {}) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => requestData<T>(path, { query, signal }) });
