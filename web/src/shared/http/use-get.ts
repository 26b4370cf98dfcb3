import { type QueryKey, useQuery } from '@tanstack/react-query';
import { request } from './request.ts';

/** Queries a GET route. */
export const useGet = <T>(queryKey: QueryKey, path: string) =>
  useQuery({ queryKey, queryFn: ({ signal }) => request<T>(path, { signal }) });
