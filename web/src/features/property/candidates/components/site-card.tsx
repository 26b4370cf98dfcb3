import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import type { Dataset } from '@landline/api/property/datasets/contract';
import { Box, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Card } from '../../../../shared/ui/card.tsx';
import { hasWebGL } from '../../map/webgl.ts';
import { QuickLinks } from './quick-links.tsx';

const SiteMap = lazy(() => import('./site-map.tsx'));

/** The parcel on a map among nearby candidates, and links to other maps (spec 001 §2). */
export function SiteCard({ candidate, dataset }: { candidate: CandidateDetail; dataset: Dataset }) {
  const { latitude, longitude } = candidate;
  return (
    <Card title="Map and quick links">
      {latitude === null || longitude === null ? (
        <Text c="dimmed" mb="sm">
          The source data has no coordinates for this parcel.
        </Text>
      ) : hasWebGL() ? (
        <Box h={260} mb="sm">
          <Suspense fallback={<Skeleton height="100%" />}>
            <SiteMap
              key={candidate.id}
              candidate={candidate}
              dataset={dataset}
              latitude={latitude}
              longitude={longitude}
            />
          </Suspense>
        </Box>
      ) : (
        <Text c="dimmed" mb="sm">
          Your browser cannot display the map because WebGL is not available. Coordinates:{' '}
          <span className="num">
            {latitude.toFixed(5)}, {longitude.toFixed(5)}
          </span>
        </Text>
      )}
      <QuickLinks candidate={candidate} dataset={dataset} />
    </Card>
  );
}
