import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type Call, request, requestData } from './request.ts';

interface GetOptions<T, Data> extends Omit<UseQueryOptions<T, Error, Data>, 'queryKey' | 'queryFn'> {
  query?: Call['query'];
}

/** Queries a GET route. */
export const useGet = <T, Data = T>(
  queryKey: QueryKey,
  path: string,
  { query = {}, ...options }: GetOptions<T, Data> = {},
) => useQuery({ queryKey, queryFn: ({ signal }) => request<T>(path, { query, signal }), ...options });

/** Queries the `data` field of a GET route's response. */
export const useGetData = <T, Data = T>(
  queryKey: QueryKey,
  path: string,
  { query = {}, ...options }: GetOptions<T, Data> = {},
) => useQuery({ queryKey, queryFn: ({ signal }) => requestData<T>(path, { query, signal }), ...options });
