import type { rejectedResponse } from '@landline/api/imports/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import { importPath } from './get-import.ts';

/** GET /api/geo/imports/:id/rejected */
function listRejected(importId: string, page: number, signal: AbortSignal) {
  return request<z.infer<typeof rejectedResponse>>(importPath(importId, '/rejected'), {
    query: { page },
    signal,
  });
}

const rejectedQuery = (importId: string, page: number) =>
  queryOptions({
    queryKey: keys.imports.rejected(importId, page),
    queryFn: ({ signal }) => listRejected(importId, page, signal),
    placeholderData: keepPreviousData,
  });

/** A page of the rows that could not be read, with the reasons. */
export const useRejected = (importId: string, page: number, enabled: boolean) =>
  useQuery({ ...rejectedQuery(importId, page), enabled });

/** Where all of them are downloaded from, as CSV. */
export const rejectedFile = (importId: string) => importPath(importId, '/rejected.csv');
