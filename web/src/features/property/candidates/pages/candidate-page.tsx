import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import type { Dataset } from '@landline/api/property/datasets/contract';
import { Skeleton } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { useLocation, useParams } from 'react-router-dom';
import { hasStatus } from '../../../../shared/http/errors.ts';
import { Page } from '../../../../shared/ui/page.tsx';
import type { Crumb } from '../../../../shared/ui/page-info.ts';
import { EmptyState, ErrorState } from '../../../../shared/ui/states.tsx';
import { AuditTrail } from '../../../platform/activity/components/audit-trail.tsx';
import { useIsStaff } from '../../../platform/session/context.ts';
import { ClassificationCard } from '../../classification/components/classification-card.tsx';
import { DemoBadge } from '../../datasets/components/demo-badge.tsx';
import { isInDataset, usePageDataset } from '../../datasets/use-page-dataset.ts';
import { EnvironmentCard } from '../../environment/components/environment-card.tsx';
import { NotesCard } from '../../notes/components/notes-card.tsx';
import { ReviewsCard } from '../../notes/components/reviews-card.tsx';
import { useCandidate } from '../api/candidates.ts';
import { candidateName } from '../columns.ts';
import { CandidateActions } from '../components/candidate-actions.tsx';
import { HistoryCard } from '../components/history-card.tsx';
import { InfrastructureCard } from '../components/infrastructure-card.tsx';
import { MetricsCard } from '../components/metrics-card.tsx';
import { OwnerCard } from '../components/owner-card.tsx';
import { ProvenanceCard } from '../components/provenance-card.tsx';
import { ScoreCard } from '../components/score-card.tsx';
import { SiteCard } from '../components/site-card.tsx';
import classes from './candidate-page.module.css';

const ANALYSIS = { adu: 'ADU analysis', ios: 'IOS analysis' } as const;

/** One candidate: score and classification on the left, facts and notes on the right. */
export function Component() {
  const { candidateId = '' } = useParams();
  const { data: candidate, error, refetch } = useCandidate(candidateId);
  const { data: dataset, error: datasetError, refetch: refetchDataset } = usePageDataset();
  const breadcrumbs = useListBreadcrumb(dataset);

  const isElsewhere =
    hasStatus(datasetError, 404) ||
    (candidate !== undefined && dataset !== undefined && !isInDataset(dataset, candidate));
  if (!candidate || isElsewhere) {
    // Invalid ids and ids of other datasets count as unknown.
    const missing = isElsewhere || hasStatus(error, 400, 404, 422);
    return (
      <Page title={missing ? 'Property Not Found' : 'Property Details'} {...breadcrumbs}>
        {missing ? (
          <EmptyState title="Property Not Found" icon={IconMapPinOff}>
            The requested property could not be found.
          </EmptyState>
        ) : error ? (
          <ErrorState
            title="Failed to fetch candidate details"
            error={error}
            onRetry={() => void refetch()}
          />
        ) : (
          <div className={classes.columns} role="status" aria-label="Loading property">
            <Skeleton height={420} />
            <Skeleton height={420} />
          </div>
        )}
      </Page>
    );
  }
  return (
    <Page
      title={candidateName(candidate)}
      subtitle={`${ANALYSIS[candidate.property_type]} · APN ${candidate.apn}`}
      {...breadcrumbs}
      badge={candidate.is_demo && <DemoBadge />}
      action={dataset && <CandidateActions candidate={candidate} dataset={dataset} />}
    >
      {datasetError && !dataset && (
        <ErrorState
          title="Failed to fetch datasets"
          error={datasetError}
          onRetry={() => void refetchDataset()}
        />
      )}
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
        {ios && <InfrastructureCard candidate={candidate} />}
        {ios && <EnvironmentCard candidate={candidate} />}
        {ios && <OwnerCard candidate={candidate} />}
        <NotesCard candidateId={candidate.id} />
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

/** Points the list's breadcrumb to the filtered list; the candidate's URL keeps the filters. */
function useListBreadcrumb(dataset: Dataset | undefined) {
  const { search } = useLocation();
  return {
    names: { datasetKey: dataset?.dataset_name },
    mapCrumb: (crumb: Crumb): Crumb =>
      dataset && crumb.to.endsWith(`/${dataset.dataset_key}`) ? { ...crumb, to: crumb.to + search } : crumb,
  };
}
