import type { Deps } from '../deps.ts';
import { type Route, route } from '../http/route.ts';
import { mapTilesResponse } from './contract.ts';

/** What the map is drawn over. */
export function mapRoutes({ config }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/geo/map-tiles',
      may: ['SuperAdmin', 'Admin', 'ClientUser'],
      summary: 'The tiles that lie under the map, where some are configured',
      response: mapTilesResponse,
      handle: async () => ({
        success: true,
        data:
          config.MAP_TILES_URL === undefined
            ? null
            : { url: config.MAP_TILES_URL, attribution: config.MAP_TILES_ATTRIBUTION },
      }),
    }),
  ];
}
