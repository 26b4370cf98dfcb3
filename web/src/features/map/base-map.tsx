import 'maplibre-gl/dist/maplibre-gl.css';
import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import type { GeoJSON } from 'geojson';
import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import {
  AttributionControl,
  Map as MapLibreMap,
  type MapProps,
  type MapRef,
  NavigationControl,
  ScaleControl,
} from 'react-map-gl/maplibre';
import { useMapTiles } from './api/get-map-tiles.ts';
import { ATLAS_SOURCE, loadAtlas } from './atlas.ts';
import classes from './base-map.module.css';
import { type Bounds, graticule } from './graticule.ts';
import { COUNTIES, drawingStyle, GRATICULE, LAND, STATES } from './style.ts';

maplibre.setWorkerUrl(workerUrl);

interface BaseMapProps extends Omit<MapProps, 'mapLib' | 'mapStyle'> {
  label: string;
  /** Over the map, not part of it. */
  overlay?: ReactNode;
  onReady?: (map: MapRef) => void;
  children?: ReactNode;
}

/** The drawing that every map of ours stands on. Load it lazily: the library is larger than the rest of a page. */
export function BaseMap({ label, overlay, onReady, children, ...rest }: BaseMapProps) {
  const scheme = useComputedColorScheme('light');
  const still = useReducedMotion();
  const map = useRef<MapRef>(null);
  const { data: tiles } = useMapTiles();
  const style = useMemo(() => drawingStyle(scheme, tiles ?? null), [scheme, tiles]);

  const drawGraticule = useCallback(() => {
    const bounds = map.current?.getBounds();
    if (bounds) setData(map.current, GRATICULE, graticule(bounds.toArray().flat() as unknown as Bounds));
  }, []);
  // Another style begins with empty sources.
  const fill = useCallback(() => {
    drawGraticule();
    void loadAtlas().then(({ land, states, counties }) => {
      setData(map.current, LAND, land);
      setData(map.current, STATES, states);
      setData(map.current, COUNTIES, counties);
    });
  }, [drawGraticule]);
  return (
    <div className={classes.map}>
      <MapLibreMap
        ref={map}
        mapLib={maplibre}
        mapStyle={style}
        attributionControl={false}
        dragRotate={false}
        touchPitch={false}
        maxPitch={0}
        minZoom={2}
        maxZoom={19}
        fadeDuration={still ? 0 : 120}
        style={{ width: '100%', height: '100%' }}
        {...rest}
        onLoad={() => {
          map.current?.getMap().getCanvas().setAttribute('aria-label', label);
          fill();
          map.current?.getMap().on('style.load', fill);
          if (map.current) onReady?.(map.current);
        }}
        onMoveEnd={(event) => {
          drawGraticule();
          rest.onMoveEnd?.(event);
        }}
      >
        <NavigationControl showCompass={false} position="top-right" />
        <ScaleControl unit="imperial" position="bottom-left" />
        <AttributionControl compact={false} customAttribution={ATLAS_SOURCE} position="bottom-right" />
        {children}
      </MapLibreMap>
      {overlay}
    </div>
  );
}

function setData(map: MapRef | null, source: string, data: GeoJSON): void {
  const found = map?.getMap().getSource(source);
  if (found?.type === 'geojson') (found as maplibre.GeoJSONSource).setData(data);
}
