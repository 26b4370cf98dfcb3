import type { CandidateDetail } from '@landline/api/candidates/contract';
import type { Dataset } from '@landline/api/datasets/contract';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Card } from '../../../shared/ui/card.tsx';
import { hasWebGL } from '../../map/webgl.ts';
import { QuickLinks } from './quick-links.tsx';
import classes from './site-card.module.css';

const SiteMap = lazy(() => import('./site-map.tsx'));

/** Where it is: on our drawing among its neighbours, and on the maps and in the records of others (spec 001 §2). */
export function SiteCard({ candidate, dataset }: { candidate: CandidateDetail; dataset: Dataset }) {
  const { latitude, longitude } = candidate;
  return (
    <Card title="Map and quick links">
      {latitude === null || longitude === null ? (
        <p className={classes.nowhere}>The source gives no place for this parcel.</p>
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
        <p className={classes.nowhere}>
          This browser cannot draw the map: it needs WebGL. The parcel is at{' '}
          <span className="num">
            {latitude.toFixed(5)}, {longitude.toFixed(5)}
          </span>
          .
        </p>
      )}
      <QuickLinks candidate={candidate} dataset={dataset} />
    </Card>
  );
}
