import type { DatasetImport } from '@landline/api/property/imports/contract';
import { useQuery } from '@tanstack/react-query';
import { dataQuery } from '../../data-query.ts';
import { importKeys } from '../keys.ts';

/** GET /api/geo/imports, newest first. In its own file, so that the hub can prefetch it without the other calls. */
export const importsQuery = () => dataQuery<DatasetImport[]>(importKeys.list(), '/api/geo/imports');

export const useImports = () => useQuery(importsQuery());
