import { z } from 'zod';

/** Base map tiles with `{z}/{x}/{y}` in the URL; null when none are configured. */
export const mapTiles = z.object({ url: z.string(), attribution: z.string() }).nullable();
export const mapTilesResponse = z.object({ success: z.literal(true), data: mapTiles });
