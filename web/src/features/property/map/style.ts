import type { SourceSpecification, StyleSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { type Scheme, SURFACES } from '../../../shared/palette.ts';

type SymbolLayout = NonNullable<SymbolLayerSpecification['layout']>;

/** Colors of the map background. */
const COLORS: Record<Scheme, Record<'water' | 'land' | 'line' | 'border' | 'name' | 'halo', string>> = {
  light: {
    water: '#eef1f5',
    land: SURFACES.light.page,
    line: '#dde2ea',
    border: '#9aa5b4',
    name: '#5f6a79',
    halo: '#ffffff',
  },
  dark: {
    water: '#0f1216',
    land: SURFACES.dark.page,
    line: '#262c35',
    border: '#5a6371',
    name: '#98a1ae',
    halo: '#14171c',
  },
};

const EMPTY: SourceSpecification = { type: 'geojson', data: { type: 'FeatureCollection', features: [] } };
/** Font that the page loads. Without a glyph URL, MapLibre draws labels in this font. */
export const MAP_FONT = ['Inter Variable'];

/** Source ids. The sources start empty and are filled once the map has loaded. */
export const LAND = 'land';
export const STATES = 'states';
export const COUNTIES = 'counties';
export const GRATICULE = 'graticule';

/**
 * Returns the style of the map background: outlines and a graticule, all from our own origin, above raster tiles if
 * they are configured.
 */
export function backgroundStyle(
  scheme: Scheme,
  tiles: { url: string; attribution: string } | null,
): StyleSpecification {
  const { water, land, line, border, name, halo } = COLORS[scheme];
  const label = {
    type: 'symbol',
    source: GRATICULE,
    paint: { 'text-color': name, 'text-halo-color': halo, 'text-halo-width': 1.5 },
  } as const;
  const text: SymbolLayout = { 'text-field': ['get', 'name'], 'text-font': MAP_FONT, 'text-size': 10 };
  return {
    version: 8,
    sources: {
      [LAND]: EMPTY,
      [STATES]: EMPTY,
      [COUNTIES]: EMPTY,
      [GRATICULE]: EMPTY,
      ...(tiles && {
        tiles: { type: 'raster', tiles: [tiles.url], tileSize: 256, attribution: tiles.attribution },
      }),
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': water } },
      { id: 'land', type: 'fill', source: LAND, paint: { 'fill-color': land, 'fill-antialias': true } },
      ...(tiles ? [{ id: 'tiles', type: 'raster', source: 'tiles' } as const] : []),
      { id: 'graticule', type: 'line', source: GRATICULE, paint: { 'line-color': line, 'line-width': 1 } },
      { id: 'coast', type: 'line', source: LAND, paint: { 'line-color': border, 'line-width': 0.8 } },
      {
        id: 'counties',
        type: 'line',
        source: COUNTIES,
        minzoom: 5,
        paint: { 'line-color': border, 'line-width': 0.8, 'line-dasharray': [4, 3] },
      },
      { id: 'states', type: 'line', source: STATES, paint: { 'line-color': border, 'line-width': 1.2 } },
      {
        ...label,
        id: 'meridians',
        filter: ['==', ['get', 'side'], 'bottom'],
        // Above the scale and the attribution at the lower edge.
        layout: { ...text, 'text-anchor': 'bottom-left', 'text-offset': [0.3, -3.4] },
      },
      {
        ...label,
        id: 'parallels',
        filter: ['==', ['get', 'side'], 'left'],
        layout: { ...text, 'text-anchor': 'bottom-left', 'text-offset': [0.5, -0.2] },
      },
    ],
  };
}
