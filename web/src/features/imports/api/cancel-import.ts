import type { DatasetImport } from '@landline/api/imports/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import { type ImportResponse, importPath } from './get-import.ts';

/** POST /api/geo/imports/:id/cancel: what was imported so far stays. */
async function cancelImport(importId: string): Promise<DatasetImport> {
  const { data } = await request<ImportResponse>(importPath(importId, '/cancel'), { method: 'POST' });
  return data;
}

export function useCancelImport(importId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => cancelImport(importId),
    onSuccess: (cancelled) => {
      queryClient.setQueryData(keys.imports.one(importId), cancelled);
      void queryClient.invalidateQueries({ queryKey: keys.imports.list() });
    },
  });
}
