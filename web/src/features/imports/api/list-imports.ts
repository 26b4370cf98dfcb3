import type { DatasetImport, importsResponse } from '@landline/api/imports/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/geo/imports */
async function listImports(signal: AbortSignal): Promise<DatasetImport[]> {
  const { data } = await request<z.infer<typeof importsResponse>>('/api/geo/imports', { signal });
  return data;
}

export const importsQuery = () =>
  queryOptions({ queryKey: keys.imports.list(), queryFn: ({ signal }) => listImports(signal) });

/** All imports, newest first. */
export const useImports = () => useQuery(importsQuery());
