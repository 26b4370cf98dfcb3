import type { DatasetImport } from '@landline/api/imports/contract';
import { request } from '../../../shared/http/request.ts';
import { type ImportResponse, importPath } from './get-import.ts';

/** POST /api/geo/imports/:id/start: the file is complete, its rows may be read. */
export async function startImport(importId: string): Promise<DatasetImport> {
  const { data } = await request<ImportResponse>(importPath(importId, '/start'), { method: 'POST' });
  return data;
}
