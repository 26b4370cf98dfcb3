import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import type { Dataset } from '@landline/api/property/datasets/contract';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Card } from '../../../../shared/ui/card.tsx';
import { hasWebGL } from '../../map/webgl.ts';
import { QuickLinks } from './quick-links.tsx';
import classes from './site-card.module.css';

const SiteMap = lazy(() => import('./site-map.tsx'));

/** The parcel on a map among nearby candidates, and links to other maps (spec 001 §2). */
export function SiteCard({ candidate, dataset }: { candidate: CandidateDetail; dataset: Dataset }) {
  const { latitude, longitude } = candidate;
  return (
    <Card title="Map and quick links">
      {latitude === null || longitude === null ? (
        <p className={classes.message}>The source data has no coordinates for this parcel.</p>
      ) : hasWebGL() ? (
        <div className={classes.map}>
          <Suspense fallback={<Skeleton height="100%" />}>
            <SiteMap
              key={candidate.id}
              candidate={candidate}
              dataset={dataset}
              latitude={latitude}
              longitude={longitude}
            />
          </Suspense>
        </div>
      ) : (
        <p className={classes.message}>
          Your browser cannot display the map because WebGL is not available. Coordinates:{' '}
          <span className="num">
            {latitude.toFixed(5)}, {longitude.toFixed(5)}
          </span>
        </p>
      )}
      <QuickLinks candidate={candidate} dataset={dataset} />
    </Card>
  );
}
