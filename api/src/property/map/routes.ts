import { type Route, route } from '../../platform/http/route.ts';
import type { PropertyPorts } from '../ports.ts';
import { PROPERTY_FINDER_ROLES } from '../request-guards.ts';
import { mapTilesResponse } from './contract.ts';

/** Routes for the configuration of the base map. */
export function mapRoutes({ config }: PropertyPorts): Route[] {
  return [
    route.get('/api/geo/map-tiles', {
      may: PROPERTY_FINDER_ROLES,
      summary: 'Base map tiles, if configured',
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
