import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import { pointId } from '@landline/api/property/candidates/points-contract';
import type { Dataset } from '@landline/api/property/datasets/contract';
import { useComputedColorScheme } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { MapLayerMouseEvent } from 'react-map-gl/maplibre';
import { useNavigate } from 'react-router-dom';
import { BaseMap } from '../../map/base-map.tsx';
import { useCandidatePoints } from '../api/list-points.ts';
import { candidateName } from '../columns.ts';
import { NO_FILTERS } from '../list-state.ts';
import { filterOfView } from '../map-area.ts';
import { findMapPoint } from '../map-points.ts';
import { useCandidateLink } from '../use-candidate-link.ts';
import { CandidateLayers, POINTS } from './map-layers.tsx';
import { PointsError } from './points-error.tsx';

/** Distance from the candidate to the edges of its map, in degrees: about a mile. */
const MARGIN = 0.02;

interface SiteMapProps {
  candidate: CandidateDetail;
  dataset: Dataset;
  latitude: number;
  longitude: number;
}

/** The candidate among nearby candidates, in their grade colors. */
export default function SiteMap({ candidate, dataset, latitude, longitude }: SiteMapProps) {
  const scheme = useComputedColorScheme('light');
  const navigate = useNavigate();
  const linkTo = useCandidateLink(dataset);
  const [hovered, setHovered] = useState<string | null>(null);
  const nearby = useMemo(
    () => filterOfView([longitude - MARGIN, latitude - MARGIN, longitude + MARGIN, latitude + MARGIN]),
    [latitude, longitude],
  );
  const {
    data: points,
    error,
    refetch,
  } = useCandidatePoints({ ...NO_FILTERS, ...nearby, datasetKey: dataset.dataset_key }, true);
  const idOf = ({ features }: MapLayerMouseEvent) =>
    points && features?.[0] ? pointId(points, Number(features[0].properties.i)) : null;
  return (
    <BaseMap
      label={`Map of ${candidateName(candidate)}`}
      initialViewState={{ latitude, longitude, zoom: 14.2 }}
      interactiveLayerIds={[POINTS]}
      scrollZoom={false}
      cooperativeGestures={false}
      onMouseMove={(event) => setHovered(idOf(event))}
      onClick={(event) => {
        const id = idOf(event);
        if (id && id !== candidate.id) void navigate(linkTo(id));
      }}
      overlay={
        error &&
        !points && (
          <PointsError top={10} onRetry={() => void refetch()}>
            Nearby properties could not be loaded.
          </PointsError>
        )
      }
    >
      <CandidateLayers
        points={points}
        scheme={scheme}
        hovered={points ? findMapPoint(points, hovered) : null}
        highlighted={{ i: -1, score: candidate.score, latitude, longitude }}
        ring={null}
        isDrawing={false}
        isClustered={false}
      />
    </BaseMap>
  );
}
