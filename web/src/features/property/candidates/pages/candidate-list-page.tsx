import { Group } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { hasStatus } from '../../../../shared/http/errors.ts';
import { Page } from '../../../../shared/ui/page.tsx';
import { EmptyState, ErrorState } from '../../../../shared/ui/states.tsx';
import { AuditButton } from '../../../platform/activity/components/audit-button.tsx';
import { DemoBadge } from '../../datasets/components/demo-badge.tsx';
import { usePageDataset } from '../../datasets/use-page-dataset.ts';
import { RescoringStatus } from '../../scoring/components/rescoring-status.tsx';
import { ExportButton } from '../components/export-button.tsx';
import { FilterPanel } from '../components/filter-panel.tsx';
import { ListSkeleton } from '../components/list-skeleton.tsx';
import { Results } from '../components/results.tsx';

const SUBTITLE = 'Analyze properties using AI-powered scoring and comprehensive analysis';

/** Candidates of a dataset, as a table, cards or a map. */
export function Component() {
  const { datasetKey = '' } = useParams();
  const { data: dataset, error, refetch } = usePageDataset();
  if (!dataset) {
    const title = /^\d{5}$/.test(datasetKey) ? `${datasetKey} Properties` : 'Properties';
    return (
      <Page title={title} subtitle={SUBTITLE} wide>
        {hasStatus(error, 404) ? (
          <EmptyState title="Dataset not found or access denied">
            Check the URL, or go back to the hub and choose another dataset.
          </EmptyState>
        ) : error ? (
          <ErrorState title="Failed to fetch datasets" error={error} onRetry={() => void refetch()} />
        ) : (
          <ListSkeleton />
        )}
      </Page>
    );
  }
  return (
    <Page
      title={dataset.dataset_type === 'zipcode' ? `${dataset.dataset_key} Properties` : dataset.dataset_name}
      subtitle={SUBTITLE}
      badge={dataset.is_demo && <DemoBadge />}
      action={
        <Group gap="sm">
          <AuditButton entity={`dataset:${dataset.dataset_key}`} title={dataset.dataset_name} />
          <ExportButton dataset={dataset} />
        </Group>
      }
      wide
    >
      <RescoringStatus datasetKey={dataset.dataset_key} />
      <FilterPanel dataset={dataset} />
      <Results dataset={dataset} />
    </Page>
  );
}
