import type { mapTilesResponse } from '@landline/api/property/map/contract';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { requestData } from '../../../../shared/http/request.ts';

/** GET /api/geo/map-tiles; null where no tiles are configured. */
export const useMapTiles = () =>
  useQuery({
    queryKey: ['map', 'tiles'],
    queryFn: ({ signal }) =>
      requestData<z.infer<typeof mapTilesResponse>['data']>('/api/geo/map-tiles', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
