import type { FeatureCollection, MultiLineString, MultiPolygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

type CensusAtlas = Topology<{
  nation: GeometryCollection;
  states: GeometryCollection;
  counties: GeometryCollection;
}>;

/** The outlines that the map is drawn over, of the US Census Bureau. */
export interface Atlas {
  land: FeatureCollection<MultiPolygon>;
  states: MultiLineString;
  counties: MultiLineString;
}

/** Where the outlines come from. */
export const ATLAS_SOURCE = 'Outlines: US Census Bureau';

let loading: Promise<Atlas> | undefined;

/** The outlines, loaded once and only where a map is shown. */
export function loadAtlas(): Promise<Atlas> {
  loading ??= import('us-atlas/counties-10m.json').then(({ default: json }) => {
    const atlas = json as unknown as CensusAtlas; // what the package's own description says of the file
    const { nation, states, counties } = atlas.objects;
    return {
      land: feature(atlas, nation) as FeatureCollection<MultiPolygon>, // the nation is one such shape
      states: mesh(atlas, states, (one, other) => one !== other),
      counties: mesh(atlas, counties, (one, other) => one !== other),
    };
  });
  return loading;
}
