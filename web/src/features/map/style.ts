import type { SourceSpecification, StyleSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { type Scheme, SURFACES } from '../../shared/palette.ts';

type SymbolLayout = NonNullable<SymbolLayerSpecification['layout']>;

/** What the drawing is made in: paper, land, ink, and how strong its lines are. */
const INK: Record<Scheme, Record<'water' | 'land' | 'line' | 'border' | 'name' | 'halo', string>> = {
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
/** Local: without an address for glyphs the letters are drawn from the page's own font. */
export const MAP_FONT = ['Inter Variable'];

/** Sources of the drawing; their data is set when it is there. */
export const LAND = 'land';
export const STATES = 'states';
export const COUNTIES = 'counties';
export const GRATICULE = 'graticule';

/** A surveyor's drawing: paper, outlines and a graticule, from this origin alone; tiles lie under it where configured. */
export function drawingStyle(
  scheme: Scheme,
  tiles: { url: string; attribution: string } | null,
): StyleSpecification {
  const { water, land, line, border, name, halo } = INK[scheme];
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
        // Above the scale and the sources, which stand at the map's lower edge.
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
