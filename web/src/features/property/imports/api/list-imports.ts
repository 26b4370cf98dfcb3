import type { DatasetImport } from '@landline/api/property/imports/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { requestData } from '../../../../shared/http/request.ts';
import { importKeys } from '../keys.ts';

/** GET /api/geo/imports, newest first. Apart from the other calls: the hub prefetches it before it has loaded. */
export const importsQuery = () =>
  queryOptions({
    queryKey: importKeys.list(),
    queryFn: ({ signal }) => requestData<DatasetImport[]>('/api/geo/imports', { signal }),
  });

export const useImports = () => useQuery(importsQuery());
