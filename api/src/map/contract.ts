import { z } from 'zod';

/** Tiles to lie under the drawn map, `{z}/{x}/{y}` in the address; null: the drawing stands alone. */
export const mapTiles = z.object({ url: z.string(), attribution: z.string() }).nullable();
export type MapTiles = z.infer<typeof mapTiles>;
export const mapTilesResponse = z.object({ success: z.literal(true), data: mapTiles });
