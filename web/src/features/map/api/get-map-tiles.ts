import type { mapTilesResponse } from '@landline/api/map/contract';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/geo/map-tiles */
async function getMapTiles(signal: AbortSignal) {
  const { data } = await request<z.infer<typeof mapTilesResponse>>('/api/geo/map-tiles', { signal });
  return data;
}

/** The tiles under the map, null where none are configured. */
export const useMapTiles = () =>
  useQuery({
    queryKey: keys.map.tiles(),
    queryFn: ({ signal }) => getMapTiles(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
