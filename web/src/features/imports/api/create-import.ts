import type { CreateImportBody, DatasetImport } from '@landline/api/imports/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import type { ImportResponse } from './get-import.ts';

/** POST /api/geo/imports: makes room for a file; the dataset is registered when the import is started. */
async function createImport(body: CreateImportBody): Promise<DatasetImport> {
  const { data } = await request<ImportResponse>('/api/geo/imports', { method: 'POST', body });
  return data;
}

export function useCreateImport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: createImport,
    onSuccess: (created) => {
      queryClient.setQueryData(keys.imports.one(created.import_id), created);
      void queryClient.invalidateQueries({ queryKey: keys.imports.list() });
    },
  });
}
