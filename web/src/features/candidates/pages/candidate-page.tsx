import type { CandidateDetail } from '@landline/api/candidates/contract';
import type { Dataset } from '@landline/api/datasets/contract';
import { Skeleton } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { useLocation, useParams } from 'react-router-dom';
import { hasStatus } from '../../../shared/http/errors.ts';
import { Page } from '../../../shared/ui/page.tsx';
import type { Crumb } from '../../../shared/ui/place.ts';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import { AuditTrail } from '../../audit/components/audit-trail.tsx';
import { isIn, usePageDataset } from '../../datasets/api/page-dataset.ts';
import { DemoBadge } from '../../datasets/components/demo-badge.tsx';
import { EnvironmentCard } from '../../environment/components/environment-card.tsx';
import { NotesCard } from '../../notes/components/notes-card.tsx';
import { ReviewsCard } from '../../notes/components/reviews-card.tsx';
import { useIsStaff } from '../../session/context.ts';
import { ClassificationCard } from '../../training/components/classification-card.tsx';
import { useCandidate } from '../api/get-candidate.ts';
import { CandidateActions } from '../components/candidate-actions.tsx';
import { HistoryCard } from '../components/history-card.tsx';
import { MetricsCard } from '../components/metrics-card.tsx';
import { OwnerCard } from '../components/owner-card.tsx';
import { PlacesCard } from '../components/places-card.tsx';
import { ProvenanceCard } from '../components/provenance-card.tsx';
import { ScoreCard } from '../components/score-card.tsx';
import { SiteCard } from '../components/site-card.tsx';
import classes from './candidate-page.module.css';

const ANALYSIS = { adu: 'ADU analysis', ios: 'IOS analysis' } as const;

/** One candidate: on the left what it is worth and why, on the right what is known. */
export function Component() {
  const { candidateId = '' } = useParams();
  const { data: candidate, error, refetch } = useCandidate(candidateId);
  const { data: dataset, error: noDataset } = usePageDataset();
  const wayBack = useWayBack(dataset);

  const elsewhere =
    hasStatus(noDataset, 404) ||
    (candidate !== undefined && dataset !== undefined && !isIn(dataset, candidate));
  if (!candidate || elsewhere) {
    // An id that is not one, or of another dataset, is as unknown as an id that nobody has.
    const missing = elsewhere || hasStatus(error, 400, 404, 422);
    return (
      <Page title={missing ? 'Property Not Found' : 'Property Details'} {...wayBack}>
        {missing ? (
          <EmptyState title="Property Not Found" icon={<IconMapPinOff size={24} stroke={1.5} />}>
            The requested property could not be found.
          </EmptyState>
        ) : error ? (
          <ErrorState
            title="Failed to fetch candidate details"
            error={error}
            onRetry={() => void refetch()}
          />
        ) : (
          <div className={classes.columns} role="status" aria-label="Loading the property">
            <Skeleton height={420} />
            <Skeleton height={420} />
          </div>
        )}
      </Page>
    );
  }
  return (
    <Page
      title={candidate.street_address ?? `APN ${candidate.apn}`}
      subtitle={`${ANALYSIS[candidate.property_type]} · APN ${candidate.apn}`}
      {...wayBack}
      badge={candidate.is_demo && <DemoBadge />}
      action={dataset && <CandidateActions candidate={candidate} dataset={dataset} />}
    >
      <Candidate candidate={candidate} dataset={dataset} />
    </Page>
  );
}

interface CandidateProps {
  candidate: CandidateDetail;
  dataset: Dataset | undefined;
}

function Candidate({ candidate, dataset }: CandidateProps) {
  const ios = candidate.property_type === 'ios';
  const isStaff = useIsStaff('SuperAdmin', 'Admin');
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <ScoreCard candidate={candidate} />
        <ClassificationCard candidate={candidate} />
        <HistoryCard candidateId={candidate.id} />
      </div>
      <div className={classes.column}>
        {dataset && <SiteCard candidate={candidate} dataset={dataset} />}
        <MetricsCard candidate={candidate} />
        {ios && <PlacesCard candidate={candidate} />}
        {ios && <EnvironmentCard candidate={candidate} />}
        {ios && <OwnerCard candidate={candidate} />}
        <div id="notes">
          <NotesCard candidateId={candidate.id} />
        </div>
        <ReviewsCard candidateId={candidate.id} />
        <ProvenanceCard candidate={candidate} />
        {isStaff && (
          <div data-screen="">
            <AuditTrail entity={`candidate:${candidate.id}`} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Back to the list as it was left: its filters stand in the address of its candidates too. */
function useWayBack(dataset: Dataset | undefined) {
  const { search } = useLocation();
  return {
    names: { datasetKey: dataset?.dataset_name },
    along: (crumb: Crumb): Crumb =>
      dataset && crumb.to.endsWith(`/${dataset.dataset_key}`) ? { ...crumb, to: crumb.to + search } : crumb,
  };
}
