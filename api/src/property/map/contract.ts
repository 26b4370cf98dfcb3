import { z } from 'zod';
import { dataResponse } from '../../platform/http/response-contract.ts';

/** Base map tiles with `{z}/{x}/{y}` in the URL; null when none are configured. */
const mapTiles = z.object({ url: z.string(), attribution: z.string() }).nullable();
export const mapTilesResponse = dataResponse(mapTiles);
