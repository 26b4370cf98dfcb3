import type { mapTilesResponse } from '@landline/api/property/map/contract';
import type { z } from 'zod';
import { useGetData } from '../../../../shared/http/use-get.ts';

/** GET /api/geo/map-tiles; null if no tiles are configured. */
export const useMapTiles = () =>
  useGetData<z.infer<typeof mapTilesResponse>['data']>(['map', 'tiles'], '/api/geo/map-tiles', {
    staleTime: Number.POSITIVE_INFINITY,
  });
