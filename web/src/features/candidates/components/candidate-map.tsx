import { pointId } from '@landline/api/candidates/points-contract';
import type { Dataset } from '@landline/api/datasets/contract';
import { gradeOf } from '@landline/event-schemas';
import { Alert, Button, useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import type { MapGeoJSONFeature, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type MapRef, Popup } from 'react-map-gl/maplibre';
import { formatScore } from '../../../shared/format.ts';
import { GradeBadge } from '../../../shared/ui/grade-badge.tsx';
import { BaseMap } from '../../map/base-map.tsx';
import type { Bounds } from '../../map/graticule.ts';
import { usePoints } from '../api/list-points.ts';
import {
  boundsOfRing,
  CORNERS_MAX,
  CORNERS_MIN,
  filterOfRing,
  filterOfView,
  type Ring,
  ringOf,
} from '../area.ts';
import type { Circle } from '../gather.ts';
import { useLinked, useLinkedStore } from '../linked.ts';
import { FILTER_NAMES, type Filters, type ListState, useListState } from '../list-state.ts';
import { boundsOf, placeOf } from '../map-points.ts';
import classes from './candidate-map.module.css';
import { CandidateLayers, CLUSTERS, POINTS } from './map-layers.tsx';
import { MapLegend } from './map-legend.tsx';
import { MapTools } from './map-tools.tsx';
import { SelectedCard } from './selected-card.tsx';

/** Until the points are here: the country. */
const COUNTRY = { longitude: -98, latitude: 38, zoom: 3 };
const MOVE_MS = 300;
/** Marks the moves that nobody made by hand. */
const OURS = { isOurs: true };

/** Only the filters: the map shows all pages, in no order. */
const filtersOf = (state: ListState): Filters =>
  Object.fromEntries(FILTER_NAMES.map((name) => [name, state[name]])) as Filters; // a value for each name

/** What is drawn uppermost there, of what can be pointed at. */
function featureAt({ target, point }: MapMouseEvent): MapGeoJSONFeature | undefined {
  const layers = [POINTS, CLUSTERS].filter((id) => target.getLayer(id));
  return target.queryRenderedFeatures(point, { layers })[0];
}

interface CandidateMapProps {
  dataset: Dataset;
  state: ListState;
  isTurn: boolean;
}

/** Every candidate that the filters leave, beside their list. */
export default function CandidateMap({ dataset, state, isTurn }: CandidateMapProps) {
  const { filter } = useListState(dataset.property_type);
  const {
    data: points,
    error,
    refetch,
  } = usePoints({ datasetKey: dataset.dataset_key, ...filtersOf(state) }, isTurn);
  const scheme = useComputedColorScheme('light');
  const duration = useReducedMotion() ? 0 : MOVE_MS;
  const linked = useLinkedStore();
  const { hovered, selected } = useLinked();
  const [map, setMap] = useState<MapRef | null>(null);
  const [moved, setMoved] = useState(false);
  const [drawing, setDrawing] = useState<Ring | null>(null);
  const { bbox, area } = state;
  const ring = useMemo(() => ringOf({ bbox, area }), [bbox, area]);
  const hoveredPlace = useMemo(() => (points ? placeOf(points, hovered) : null), [points, hovered]);
  const selectedPlace = useMemo(() => (points ? placeOf(points, selected) : null), [points, selected]);

  const fit = (bounds: Bounds | null, ms: number) => {
    if (!bounds) return;
    const options = { padding: 48, maxZoom: 15, duration: ms };
    map?.fitBounds([...bounds], options, OURS);
    setMoved(false);
  };
  /** What is in a circle is shown apart. */
  const closeUp = (bounds: Bounds) => map?.fitBounds([...bounds], { padding: 48, maxZoom: 17, duration });
  const isFitted = useRef(false);
  const fitFirst = useEffectEvent(() => {
    if (!map || !points || isFitted.current) return;
    isFitted.current = true;
    fit(ring ? boundsOfRing(ring) : boundsOf(points), 0);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once there are a map and points
  useEffect(() => fitFirst(), [map, points]);
  const show = useEffectEvent(() => {
    if (!map || !selectedPlace) return;
    const center: [number, number] = [selectedPlace.longitude, selectedPlace.latitude];
    if (!map.getBounds()?.contains(center)) map.easeTo({ center, duration }, OURS);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen comes into view, and may leave it again
  useEffect(() => show(), [map, selected]);

  const finish = () => {
    if (drawing && drawing.length >= CORNERS_MIN) filter(filterOfRing(drawing));
    setDrawing(null);
    setMoved(false);
  };
  const idOf = (feature: MapGeoJSONFeature | undefined) =>
    points && feature?.layer.id === POINTS ? pointId(points, Number(feature.properties.i)) : null;
  const onClick = (event: MapMouseEvent) => {
    if (drawing) {
      const { lng, lat } = event.lngLat;
      if (drawing.length < CORNERS_MAX) setDrawing([...drawing, [lng, lat]]);
      return;
    }
    const feature = featureAt(event);
    if (feature?.layer.id === CLUSTERS) {
      const { west, south, east, north } = feature.properties as Circle; // what this layer draws
      closeUp([west, south, east, north]);
      return;
    }
    linked.set({ selected: idOf(feature) });
  };
  return (
    <BaseMap
      label={`Map of ${dataset.dataset_name}`}
      initialViewState={COUNTRY}
      doubleClickZoom={drawing === null}
      cursor={drawing ? 'crosshair' : 'auto'}
      onReady={setMap}
      onClick={onClick}
      onDblClick={() => drawing && finish()}
      // Looking for what is below the mouse costs more than drawing what moves under it.
      onMouseMove={(event) => event.target.isMoving() || linked.set({ hovered: idOf(featureAt(event)) })}
      onMouseOut={() => linked.set({ hovered: null })}
      onMoveEnd={(event) => isFitted.current && !('isOurs' in event) && setMoved(true)}
      overlay={
        <>
          <MapTools
            drawing={drawing}
            onDraw={setDrawing}
            onFinish={finish}
            onSearchHere={
              moved && map
                ? () => {
                    filter(filterOfView(map.getBounds().toArray().flat() as unknown as Bounds));
                    setMoved(false);
                  }
                : null
            }
            onClear={ring ? () => filter({ bbox: null, area: null }) : null}
            onShowAll={points && points.count > 0 ? () => fit(boundsOf(points), duration) : null}
          />
          {error && (
            <Alert color="red" p="xs" className={classes.problem ?? ''} role="alert">
              Failed to fetch candidates.{' '}
              <Button size="compact-xs" variant="subtle" onClick={() => void refetch()}>
                Retry
              </Button>
            </Alert>
          )}
          {points && <MapLegend points={points} />}
          {selected && selectedPlace && (
            <SelectedCard
              candidateId={selected}
              dataset={dataset}
              onClose={() => linked.set({ selected: null })}
            />
          )}
        </>
      }
    >
      {points && (
        <CandidateLayers
          points={points}
          scheme={scheme}
          hovered={hoveredPlace}
          selected={selectedPlace}
          ring={drawing ?? ring}
          isDrawing={drawing !== null}
        />
      )}
      {hoveredPlace && !drawing && (
        <Popup
          longitude={hoveredPlace.longitude}
          latitude={hoveredPlace.latitude}
          closeButton={false}
          closeOnClick={false}
          focusAfterOpen={false}
          offset={12}
          className={classes.popup ?? ''}
        >
          <strong className="num">{formatScore(hoveredPlace.score)}</strong>{' '}
          <GradeBadge grade={gradeOf(hoveredPlace.score)} />
        </Popup>
      )}
    </BaseMap>
  );
}
