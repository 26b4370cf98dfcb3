import type { Points } from '@landline/api/candidates/points-contract';
import { useEffect, useMemo, useState } from 'react';
import { type MapRef, useMap } from 'react-map-gl/maplibre';
import type { Bounds } from '../map/graticule.ts';
import { gather, isWithin, locate, type View, widened } from './gather.ts';
import { featuresOf } from './map-points.ts';

const NOTHING: ReturnType<typeof gather> = { type: 'FeatureCollection', features: [] };

/** What the map draws of the points: each of them, or of many those around what is looked at. */
export function useGathered(points: Points, isGathered: boolean) {
  const located = useMemo(() => (isGathered ? locate(points) : null), [points, isGathered]);
  const view = useView();
  return useMemo(() => {
    if (!located) return featuresOf(points);
    return view ? gather(located, view) : NOTHING;
  }, [located, view, points]);
}

function boundsOf(map: MapRef): Bounds {
  const [[west, south], [east, north]] = map.getBounds().toArray();
  return [west, south, east, north];
}

/** What is looked at and a margin around it; another one only where that is left, or looked at from closer or farther. */
function useView(): View | null {
  const { current: map } = useMap();
  const [view, setView] = useState<View | null>(() => (map ? viewOf(map) : null));
  useEffect(() => {
    if (!map) return;
    const look = () =>
      setView((known) => {
        const isSame = known?.zoom === Math.floor(map.getZoom()) && isWithin(boundsOf(map), known.bounds);
        return isSame ? known : viewOf(map);
      });
    look();
    map.on('move', look);
    return () => {
      map.off('move', look);
    };
  }, [map]);
  return view;
}

const viewOf = (map: MapRef): View => ({
  bounds: widened(boundsOf(map)),
  zoom: Math.floor(map.getZoom()),
});
