import type { Points } from '@landline/api/property/candidates/points-contract';
import { useEffect, useMemo, useState } from 'react';
import { type MapRef, useMap } from 'react-map-gl/maplibre';
import type { Bounds } from '../map/graticule.ts';
import { clusterFeatures, isWithin, projectPoints, type View, widen } from './map-clusters.ts';
import { featuresOf } from './map-points.ts';

const NO_FEATURES: ReturnType<typeof clusterFeatures> = { type: 'FeatureCollection', features: [] };

/** Returns the features to draw: all points, or only those of the current view when clustering. None until they load. */
export function useMapFeatures(points: Points | undefined, isClustered: boolean) {
  const projected = useMemo(
    () => (points && isClustered ? projectPoints(points) : null),
    [points, isClustered],
  );
  const view = useView();
  return useMemo(() => {
    if (!points) return NO_FEATURES;
    if (!projected) return featuresOf(points);
    return view ? clusterFeatures(projected, view) : NO_FEATURES;
  }, [projected, view, points]);
}

function boundsOf(map: MapRef): Bounds {
  const [[west, south], [east, north]] = map.getBounds().toArray();
  return [west, south, east, north];
}

/** Returns the current view with a margin; changes when the map leaves the margin or its whole zoom level. */
function useView(): View | null {
  const { current: map } = useMap();
  const [view, setView] = useState<View | null>(() => (map ? viewOf(map) : null));
  useEffect(() => {
    if (!map) return;
    const update = () =>
      setView((previous) => {
        const isSame =
          previous?.zoom === Math.floor(map.getZoom()) && isWithin(boundsOf(map), previous.bounds);
        return isSame ? previous : viewOf(map);
      });
    update();
    map.on('move', update);
    return () => {
      map.off('move', update);
    };
  }, [map]);
  return view;
}

const viewOf = (map: MapRef): View => ({
  bounds: widen(boundsOf(map)),
  zoom: Math.floor(map.getZoom()),
});
