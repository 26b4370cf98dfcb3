import type { MappingOverrides, Preview, ProfileName, previewResponse } from '@landline/api/imports/contract';
import { PREVIEW_BYTES } from '@landline/api/imports/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

export interface PreviewInput {
  file: File;
  profile: ProfileName | undefined;
  mapping: MappingOverrides;
}

/** POST /api/geo/imports/preview: how the file would be read. Only its first bytes are sent. */
async function previewImport(
  { file, profile, mapping }: PreviewInput,
  signal: AbortSignal,
): Promise<Preview> {
  const { data } = await request<z.infer<typeof previewResponse>>('/api/geo/imports/preview', {
    method: 'POST',
    query: {
      file_name: file.name,
      file_bytes: file.size,
      profile,
      mapping: Object.keys(mapping).length > 0 ? JSON.stringify(mapping) : undefined,
    },
    body: file.slice(0, PREVIEW_BYTES),
    signal,
  });
  return data;
}

export const usePreview = ({ file, profile, mapping }: PreviewInput) =>
  useQuery({
    queryKey: keys.imports.preview(`${file.name}/${file.size}/${file.lastModified}`, profile, mapping),
    queryFn: ({ signal }) => previewImport({ file, profile, mapping }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
