import type { DatasetImport, importResponse } from '@landline/api/imports/contract';
import { isImportOver } from '@landline/event-schemas/lifecycles/dataset-import';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** What is under way is asked for this often, beside what the live connection says. */
const POLL_MS = 1_000;

export type ImportResponse = z.infer<typeof importResponse>;

/** GET /api/geo/imports/:id */
export async function getImport(importId: string, signal?: AbortSignal): Promise<DatasetImport> {
  const { data } = await request<ImportResponse>(importPath(importId), { ...(signal && { signal }) });
  return data;
}

export const importPath = (importId: string, rest = '') =>
  `/api/geo/imports/${encodeURIComponent(importId)}${rest}`;

const importQuery = (importId: string) =>
  queryOptions({
    queryKey: keys.imports.one(importId),
    queryFn: ({ signal }) => getImport(importId, signal),
    refetchInterval: ({ state }) => (state.data && isImportOver(state.data.status) ? false : POLL_MS),
  });

export const useImport = (importId: string) => useQuery(importQuery(importId));
