import {
  type CreateImportBody,
  type DatasetImport,
  type MappingOverrides,
  PREVIEW_BYTES,
  type Preview,
  type ProfileName,
  type rejectedResponse,
} from '@landline/api/property/imports/contract';
import { isImportFinished } from '@landline/event-schemas/lifecycles/dataset-import';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { requestData } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { fileKey } from '../file-key.ts';
import { importKeys } from '../keys.ts';

const IMPORTS = '/api/geo/imports';
const pathOf = (importId: string, rest = '') => `${IMPORTS}/${encodeURIComponent(importId)}${rest}`;

/** Polling interval, in milliseconds, in case the live connection is down. */
const POLL_MS = 1_000;

/** GET /api/geo/imports/:id */
export const getImport = (importId: string, signal: AbortSignal) =>
  requestData<DatasetImport>(pathOf(importId), { signal });

export const useImport = (importId: string) =>
  useQuery({
    queryKey: importKeys.one(importId),
    queryFn: ({ signal }) => getImport(importId, signal),
    refetchInterval: ({ state }) => (state.data && isImportFinished(state.data.status) ? false : POLL_MS),
  });

/** POST /api/geo/imports: reserves an import; the dataset is registered when the import starts. */
export const useCreateImport = () =>
  useCommand(
    (body: CreateImportBody) => requestData<DatasetImport>(IMPORTS, { method: 'POST', body }),
    [importKeys.all],
  );

/** PUT /api/geo/imports/:id/chunks/:index: returns the position of the next chunk. */
export const uploadChunk = (importId: string, index: number, body: Blob, signal: AbortSignal) =>
  requestData<DatasetImport>(pathOf(importId, `/chunks/${index}`), { method: 'PUT', body, signal });

/** POST /api/geo/imports/:id/start: starts reading the file, which must be uploaded completely. */
export const startImport = (importId: string) =>
  requestData<DatasetImport>(pathOf(importId, '/start'), { method: 'POST' });

/** POST /api/geo/imports/:id/cancel: keeps the rows imported so far. */
export const useCancelImport = (importId: string) =>
  useCommand(
    () => requestData<DatasetImport>(pathOf(importId, '/cancel'), { method: 'POST' }),
    [importKeys.all],
  );

/** GET /api/geo/imports/:id/rejected: a page of the rejected rows with the reasons. */
export const useRejectedRows = (importId: string, page: number) =>
  useGet<z.infer<typeof rejectedResponse>>(
    importKeys.rejected(importId, page),
    pathOf(importId, '/rejected'),
    {
      query: { page },
      placeholderData: keepPreviousData,
    },
  );

/** Returns the path of the CSV with all rejected rows. */
export const rejectedFilePath = (importId: string) => pathOf(importId, '/rejected.csv');

interface PreviewInput {
  file: File;
  profile: ProfileName | undefined;
  mapping: MappingOverrides;
}

/** POST /api/geo/imports/preview: shows how the file would be imported. Sends only its first bytes. */
export const usePreview = ({ file, profile, mapping }: PreviewInput) =>
  useQuery({
    queryKey: importKeys.preview(fileKey(file), profile, mapping),
    queryFn: ({ signal }) =>
      requestData<Preview>(`${IMPORTS}/preview`, {
        method: 'POST',
        query: {
          file_name: file.name,
          file_bytes: file.size,
          profile,
          mapping: Object.keys(mapping).length > 0 ? JSON.stringify(mapping) : undefined,
        },
        body: file.slice(0, PREVIEW_BYTES),
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
