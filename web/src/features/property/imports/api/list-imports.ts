import type { DatasetImport } from '@landline/api/property/imports/contract';
import { useQuery } from '@tanstack/react-query';
import { dataQuery } from '../../data-query.ts';
import { importKeys } from '../keys.ts';

/**
 * GET /api/geo/imports, newest first. In a separate file, because the hub prefetches it before the other calls are
 * loaded.
 */
export const importsQuery = () => dataQuery<DatasetImport[]>(importKeys.list(), '/api/geo/imports');

export const useImports = () => useQuery(importsQuery());
