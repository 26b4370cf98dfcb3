import { pointId } from '@landline/api/property/candidates/points-contract';
import type { Dataset } from '@landline/api/property/datasets/contract';
import { gradeOf } from '@landline/event-schemas';
import { Box, useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import type { MapGeoJSONFeature, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type MapRef, Popup } from 'react-map-gl/maplibre';
import { formatScore } from '../../../../shared/format.ts';
import { GradeBadge } from '../../../../shared/ui/grade-badge.tsx';
import { BaseMap } from '../../map/base-map.tsx';
import type { Bounds } from '../../map/graticule.ts';
import { useCandidatePoints } from '../api/list-points.ts';
import { useListSelection, useListSelectionStore } from '../list-selection.ts';
import { filtersOf, type ListState, useListState } from '../list-state.ts';
import {
  boundsOfRing,
  CORNERS_MAX,
  CORNERS_MIN,
  filterOfRing,
  filterOfView,
  type Ring,
  ringOf,
} from '../map-area.ts';
import type { Cluster } from '../map-clusters.ts';
import { boundsOf, findMapPoint } from '../map-points.ts';
import { HighlightedCard } from './highlighted-card.tsx';
import { CandidateLayers, CLUSTERS, POINTS } from './map-layers.tsx';
import { MapLegend } from './map-legend.tsx';
import { MapNote } from './map-note.tsx';
import { MapTools } from './map-tools.tsx';
import { PointsError } from './points-error.tsx';

/** View of the contiguous United States until the points have loaded. */
const COUNTRY = { longitude: -98, latitude: 38, zoom: 3 };
const MOVE_MS = 300;
/** Event data of moves that the program makes, not the user. */
const AUTOMATIC = { isAutomatic: true };

/** Returns the topmost point or cluster under the mouse. */
function featureAt({ target, point }: MapMouseEvent): MapGeoJSONFeature | undefined {
  const layers = [POINTS, CLUSTERS].filter((id) => target.getLayer(id));
  return target.queryRenderedFeatures(point, { layers })[0];
}

interface CandidateMapProps {
  dataset: Dataset;
  state: ListState;
  mayLoad: boolean;
}

/** All filtered candidates on a map. */
export default function CandidateMap({ dataset, state, mayLoad }: CandidateMapProps) {
  const { filter } = useListState(dataset.property_type);
  const {
    data: points,
    error,
    isPlaceholderData,
    refetch,
  } = useCandidatePoints({ datasetKey: dataset.dataset_key, ...filtersOf(state) }, mayLoad);
  /** Points of the current filters; undefined while only the previous ones are shown. */
  const currentPoints = isPlaceholderData ? undefined : points;
  const scheme = useComputedColorScheme('light');
  const duration = useReducedMotion() ? 0 : MOVE_MS;
  const selection = useListSelectionStore();
  const { hovered, highlighted } = useListSelection();
  const [map, setMap] = useState<MapRef | null>(null);
  const [hasMoved, setHasMoved] = useState(false);
  const [drawing, setDrawing] = useState<Ring | null>(null);
  const { bbox, area } = state;
  const ring = useMemo(() => ringOf({ bbox, area }), [bbox, area]);
  const hoveredPoint = useMemo(() => (points ? findMapPoint(points, hovered) : null), [points, hovered]);
  const highlightedPoint = useMemo(
    () => (points ? findMapPoint(points, highlighted) : null),
    [points, highlighted],
  );

  const fit = (bounds: Bounds | null, ms: number) => {
    if (!bounds) return;
    const options = { padding: 48, maxZoom: 15, duration: ms };
    map?.fitBounds([...bounds], options, AUTOMATIC);
    setHasMoved(false);
  };
  const isFitted = useRef(false);
  const fitFirst = useEffectEvent(() => {
    if (!map || !points || isFitted.current) return;
    isFitted.current = true;
    fit(ring ? boundsOfRing(ring) : boundsOf(points), 0);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the map and the points have loaded
  useEffect(() => fitFirst(), [map, points]);
  const showHighlighted = useEffectEvent(() => {
    if (!map || !highlightedPoint) return;
    const center: [number, number] = [highlightedPoint.longitude, highlightedPoint.latitude];
    if (!map.getBounds()?.contains(center)) map.easeTo({ center, duration }, AUTOMATIC);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new highlight moves the map
  useEffect(() => showHighlighted(), [map, highlighted]);

  const finish = () => {
    if (!drawing || drawing.length < CORNERS_MIN) return;
    filter(filterOfRing(drawing));
    setDrawing(null);
    setHasMoved(false);
  };
  const idOf = (feature: MapGeoJSONFeature | undefined) =>
    currentPoints && feature?.layer.id === POINTS
      ? pointId(currentPoints, Number(feature.properties.i))
      : null;
  const onClick = (event: MapMouseEvent) => {
    if (drawing) {
      const { lng, lat } = event.lngLat;
      const isSecondClick = event.originalEvent.detail > 1; // of a double-click
      if (!isSecondClick && drawing.length < CORNERS_MAX) setDrawing([...drawing, [lng, lat]]);
      return;
    }
    const feature = featureAt(event);
    if (feature?.layer.id === CLUSTERS) {
      const { west, south, east, north } = feature.properties as Cluster; // this layer has only clusters
      map?.fitBounds([west, south, east, north], { padding: 48, maxZoom: 17, duration });
      return;
    }
    selection.set({ highlighted: idOf(feature) });
  };
  return (
    <BaseMap
      label={`Map of ${dataset.dataset_name}`}
      isBusy={isPlaceholderData}
      initialViewState={COUNTRY}
      doubleClickZoom={drawing === null}
      cursor={drawing ? 'crosshair' : 'auto'}
      onReady={setMap}
      onClick={onClick}
      onDblClick={finish}
      // Not during moves: finding the feature under the mouse costs more than drawing a frame.
      onMouseMove={(event) => event.target.isMoving() || selection.set({ hovered: idOf(featureAt(event)) })}
      onMouseOut={() => selection.set({ hovered: null })}
      onMoveEnd={(event) => isFitted.current && !('isAutomatic' in event) && setHasMoved(true)}
      overlay={
        <>
          <MapTools
            drawing={drawing}
            onDraw={setDrawing}
            onFinish={finish}
            onSearchHere={
              hasMoved && map
                ? () => {
                    filter(filterOfView(map.getBounds().toArray().flat() as unknown as Bounds));
                    setHasMoved(false);
                  }
                : null
            }
            onClear={ring ? () => filter({ bbox: null, area: null }) : null}
            onShowAll={
              currentPoints && currentPoints.count > 0 ? () => fit(boundsOf(currentPoints), duration) : null
            }
          />
          {error && (
            <PointsError top={52} onRetry={() => void refetch()}>
              Failed to fetch candidates.
            </PointsError>
          )}
          {!currentPoints && !error && (
            <Box pos="absolute" top={52} left={10}>
              <MapNote>Loading properties</MapNote>
            </Box>
          )}
          {currentPoints && <MapLegend points={currentPoints} />}
          {highlighted && highlightedPoint && (
            <HighlightedCard
              candidateId={highlighted}
              dataset={dataset}
              onClose={() => selection.set({ highlighted: null })}
            />
          )}
        </>
      }
    >
      <CandidateLayers
        points={points}
        scheme={scheme}
        hovered={hoveredPoint}
        highlighted={highlightedPoint}
        ring={drawing ?? ring}
        isDrawing={drawing !== null}
      />
      {hoveredPoint && !drawing && (
        <Popup
          longitude={hoveredPoint.longitude}
          latitude={hoveredPoint.latitude}
          closeButton={false}
          closeOnClick={false}
          focusAfterOpen={false}
          offset={12}
          style={{ pointerEvents: 'none' }}
        >
          <strong className="num">{formatScore(hoveredPoint.score)}</strong>{' '}
          <GradeBadge grade={gradeOf(hoveredPoint.score)} />
        </Popup>
      )}
    </BaseMap>
  );
}
