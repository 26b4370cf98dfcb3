import type { CandidateDetail } from '@landline/api/candidates/contract';
import { pointId } from '@landline/api/candidates/points-contract';
import type { Dataset } from '@landline/api/datasets/contract';
import { useComputedColorScheme } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { MapLayerMouseEvent } from 'react-map-gl/maplibre';
import { useNavigate } from 'react-router-dom';
import { BaseMap } from '../../map/base-map.tsx';
import { usePoints } from '../api/list-points.ts';
import { filterOfView } from '../area.ts';
import { NO_FILTERS } from '../list-state.ts';
import { placeOf } from '../map-points.ts';
import { useCandidateLink } from '../use-candidate-link.ts';
import { CandidateLayers, POINTS } from './map-layers.tsx';

/** How far around a candidate its neighbours are drawn, in degrees: a mile or so. */
const AROUND = 0.02;

interface SiteMapProps {
  candidate: CandidateDetail;
  dataset: Dataset;
  latitude: number;
  longitude: number;
}

/** The candidate among those around it, each in the colour of its grade. */
export default function SiteMap({ candidate, dataset, latitude, longitude }: SiteMapProps) {
  const scheme = useComputedColorScheme('light');
  const navigate = useNavigate();
  const linkTo = useCandidateLink(dataset);
  const [hovered, setHovered] = useState<string | null>(null);
  const around = useMemo(
    () => filterOfView([longitude - AROUND, latitude - AROUND, longitude + AROUND, latitude + AROUND]),
    [latitude, longitude],
  );
  const { data: points } = usePoints({ ...NO_FILTERS, ...around, datasetKey: dataset.dataset_key }, true);
  const idOf = ({ features }: MapLayerMouseEvent) =>
    points && features?.[0] ? pointId(points, Number(features[0].properties.i)) : null;
  return (
    <BaseMap
      label={`Where ${candidate.street_address ?? candidate.apn} is`}
      initialViewState={{ latitude, longitude, zoom: 14.2 }}
      interactiveLayerIds={[POINTS]}
      scrollZoom={false}
      cooperativeGestures={false}
      onMouseMove={(event) => setHovered(idOf(event))}
      onClick={(event) => {
        const id = idOf(event);
        if (id && id !== candidate.id) void navigate(linkTo(id));
      }}
    >
      {points && (
        <CandidateLayers
          points={points}
          scheme={scheme}
          hovered={placeOf(points, hovered)}
          selected={{ i: -1, score: candidate.score, latitude, longitude }}
          ring={null}
          isDrawing={false}
          isClustered={false}
        />
      )}
    </BaseMap>
  );
}
