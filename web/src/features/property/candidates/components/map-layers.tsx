import type { Points } from '@landline/api/property/candidates/points-contract';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { CHART_COLORS, type Scheme } from '../../../../shared/palette.ts';
import { MAP_FONT } from '../../map/style.ts';
import { CORNERS_MIN, type Ring } from '../map-area.ts';
import { gradeColor, type MapPoint } from '../map-points.ts';
import { useMapFeatures } from '../use-map-features.ts';

export const POINTS = 'points';
export const CLUSTERS = 'clusters';

const ACCENT: Record<Scheme, string> = { light: '#6908c9', dark: '#c9a2f3' };

interface CandidateLayersProps {
  /** Undefined until they have loaded. */
  points: Points | undefined;
  scheme: Scheme;
  hovered: MapPoint | null;
  highlighted: MapPoint | null;
  /** Filter area, or the area being drawn. */
  ring: Ring | null;
  isDrawing: boolean;
  isClustered?: boolean;
}

/** Layers for the area, the candidates in their grade colors, and rings around hovered and highlighted candidates. */
export function CandidateLayers({
  points,
  scheme,
  hovered,
  highlighted,
  ring,
  isDrawing,
  isClustered = true,
}: CandidateLayersProps) {
  const data = useMapFeatures(points, isClustered);
  const area = useMemo(() => areaFeatures(ring, isDrawing), [ring, isDrawing]);
  const marks = useMemo(() => markedFeatures(hovered, highlighted), [hovered, highlighted]);
  const { surface, text } = CHART_COLORS[scheme];
  const accent = ACCENT[scheme];
  return (
    <>
      <Source id="area" type="geojson" data={area}>
        <Layer
          id="area-fill"
          type="fill"
          filter={['==', ['geometry-type'], 'Polygon']}
          paint={{ 'fill-color': accent, 'fill-opacity': 0.07 }}
        />
        <Layer
          id="area-line"
          type="line"
          paint={{ 'line-color': accent, 'line-width': 1.5, 'line-dasharray': [3, 2] }}
        />
        <Layer
          id="area-corners"
          type="circle"
          filter={['==', ['geometry-type'], 'Point']}
          paint={{
            'circle-radius': 4,
            'circle-color': surface,
            'circle-stroke-color': accent,
            'circle-stroke-width': 2,
          }}
        />
      </Source>
      {/* Clusters have the color of their best candidate, which shows where to zoom in. */}
      <Source id="candidates" type="geojson" data={data}>
        <Layer
          id={CLUSTERS}
          type="circle"
          filter={['has', 'count']}
          paint={{
            'circle-color': surface,
            'circle-opacity': 0.92,
            'circle-stroke-color': gradeColor(scheme, 'best'),
            'circle-stroke-width': 2.5,
            'circle-radius': ['interpolate', ['linear'], ['log10', ['get', 'count']], 0, 11, 5, 30],
          }}
        />
        <Layer
          id="cluster-counts"
          type="symbol"
          filter={['has', 'count']}
          layout={{
            'text-field': ['get', 'label'],
            'text-font': MAP_FONT,
            'text-size': 11,
            'text-allow-overlap': true,
          }}
          paint={{ 'text-color': text }}
        />
        <Layer
          id={POINTS}
          type="circle"
          filter={['!', ['has', 'count']]}
          layout={{ 'circle-sort-key': ['get', 's'] }}
          paint={{
            'circle-color': gradeColor(scheme, 's'),
            'circle-stroke-color': surface,
            'circle-stroke-width': 1.2,
            'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 3.5, 14, 4.5, 17, 9],
          }}
        />
      </Source>
      <Source id="marked" type="geojson" data={marks}>
        <Layer
          id="marked"
          type="circle"
          paint={{
            'circle-color': accent,
            'circle-opacity': ['case', ['get', 'highlighted'], 0.25, 0],
            'circle-stroke-color': accent,
            'circle-stroke-width': 2.5,
            'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 8, 17, 14],
          }}
        />
      </Source>
    </>
  );
}

function areaFeatures(ring: Ring | null, isDrawing: boolean): FeatureCollection {
  const corners = (ring ?? []).map(([longitude, latitude]) => [longitude, latitude]);
  const [first] = corners;
  const shapes: Geometry[] = isDrawing ? corners.map((coordinates) => ({ type: 'Point', coordinates })) : [];
  if (first && corners.length >= CORNERS_MIN) {
    shapes.push({ type: 'Polygon', coordinates: [[...corners, first]] });
  } else if (corners.length === 2) {
    shapes.push({ type: 'LineString', coordinates: corners });
  }
  return {
    type: 'FeatureCollection',
    features: shapes.map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
  };
}

function markedFeatures(hovered: MapPoint | null, highlighted: MapPoint | null): FeatureCollection {
  const ring = ({ longitude, latitude }: MapPoint, isHighlighted: boolean): Feature => ({
    type: 'Feature',
    properties: { highlighted: isHighlighted },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  });
  return {
    type: 'FeatureCollection',
    features: [
      ...(highlighted ? [ring(highlighted, true)] : []),
      ...(hovered && hovered.i !== highlighted?.i ? [ring(hovered, false)] : []),
    ],
  };
}
