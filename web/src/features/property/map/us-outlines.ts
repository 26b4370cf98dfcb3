import type { FeatureCollection, MultiLineString, MultiPolygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

type CensusAtlas = Topology<{
  nation: GeometryCollection;
  states: GeometryCollection;
  counties: GeometryCollection;
}>;

/** Outlines of the map background. */
interface UsOutlines {
  land: FeatureCollection<MultiPolygon>;
  states: MultiLineString;
  counties: MultiLineString;
}

export const OUTLINES_SOURCE = 'Outlines: US Census Bureau';

let loading: Promise<UsOutlines> | undefined;

/** Loads the outlines once, when the first map is shown. */
export function loadUsOutlines(): Promise<UsOutlines> {
  loading ??= import('us-atlas/counties-10m.json').then(({ default: json }) => {
    const atlas = json as unknown as CensusAtlas; // the structure that the package documents
    const { nation, states, counties } = atlas.objects;
    return {
      land: feature(atlas, nation) as FeatureCollection<MultiPolygon>, // the nation is a multipolygon
      // Only borders between two areas; `land` has the coast.
      states: mesh(atlas, states, (a, b) => a !== b),
      counties: mesh(atlas, counties, (a, b) => a !== b),
    };
  });
  return loading;
}
