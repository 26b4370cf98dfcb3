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
import { useMapTiles } from './api/map-tiles.ts';
import classes from './base-map.module.css';
import { type Bounds, graticule } from './graticule.ts';
import { backgroundStyle, COUNTIES, GRATICULE, LAND, STATES } from './style.ts';
import { loadUsOutlines, OUTLINES_SOURCE } from './us-outlines.ts';

maplibre.setWorkerUrl(workerUrl);

interface BaseMapProps extends Omit<MapProps, 'mapLib' | 'mapStyle'> {
  label: string;
  /** Dims the map while it shows points of an earlier query. */
  isBusy?: boolean;
  /** HTML over the map. */
  overlay?: ReactNode;
  onReady?: (map: MapRef) => void;
  children?: ReactNode;
}

/** The background of all maps. Load it lazily: the library is larger than the rest of a page. */
export function BaseMap({ label, isBusy, overlay, onReady, children, ...rest }: BaseMapProps) {
  const scheme = useComputedColorScheme('light');
  const isMotionReduced = useReducedMotion();
  const map = useRef<MapRef>(null);
  const { data: tiles } = useMapTiles();
  const style = useMemo(() => backgroundStyle(scheme, tiles ?? null), [scheme, tiles]);

  const drawGraticule = useCallback(() => {
    const bounds = map.current?.getBounds();
    if (bounds) setData(map.current, GRATICULE, graticule(bounds.toArray().flat() as unknown as Bounds));
  }, []);
  // A new style starts with empty sources.
  const fillSources = useCallback(() => {
    drawGraticule();
    void loadUsOutlines().then(
      ({ land, states, counties }) => {
        setData(map.current, LAND, land);
        setData(map.current, STATES, states);
        setData(map.current, COUNTIES, counties);
      },
      () => {
        // The map works without outlines.
      },
    );
  }, [drawGraticule]);
  return (
    <div className={classes.map} aria-busy={isBusy}>
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
        fadeDuration={isMotionReduced ? 0 : 120}
        style={{ width: '100%', height: '100%' }}
        {...rest}
        onLoad={() => {
          map.current?.getMap().getCanvas().setAttribute('aria-label', label);
          fillSources();
          map.current?.getMap().on('style.load', fillSources);
          if (map.current) onReady?.(map.current);
        }}
        onMoveEnd={(event) => {
          drawGraticule();
          rest.onMoveEnd?.(event);
        }}
      >
        <NavigationControl showCompass={false} position="top-right" />
        <ScaleControl unit="imperial" position="bottom-left" />
        <AttributionControl compact={false} customAttribution={OUTLINES_SOURCE} position="bottom-right" />
        {children}
      </MapLibreMap>
      {overlay}
    </div>
  );
}

function setData(map: MapRef | null, source: string, data: GeoJSON): void {
  const found = map?.getMap().getSource(source);
  if (found?.type === 'geojson') void (found as maplibre.GeoJSONSource).setData(data);
}
