import type { mapTilesResponse } from '@landline/api/property/map/contract';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { dataQuery } from '../../data-query.ts';

/** GET /api/geo/map-tiles; null if no tiles are configured. */
export const useMapTiles = () =>
  useQuery({
    ...dataQuery<z.infer<typeof mapTilesResponse>['data']>(['map', 'tiles'], '/api/geo/map-tiles'),
    staleTime: Number.POSITIVE_INFINITY,
  });
