import type { DatasetImport } from '@landline/api/imports/contract';
import { request } from '../../../shared/http/request.ts';
import { type ImportResponse, importPath } from './get-import.ts';

/** PUT /api/geo/imports/:id/chunks/:index: answers where the upload goes on. */
export async function uploadChunk(
  importId: string,
  index: number,
  chunk: Blob,
  signal: AbortSignal,
): Promise<DatasetImport> {
  const { data } = await request<ImportResponse>(importPath(importId, `/chunks/${index}`), {
    method: 'PUT',
    body: chunk,
    signal,
  });
  return data;
}
