import type { Dataset } from '@landline/api/datasets/contract';
import { Alert, Button, SegmentedControl } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconFilterOff } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { Pager } from '../../../shared/ui/pager.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import { useCandidates } from '../api/list-candidates.ts';
import { isFiltered, useListState } from '../list-state.ts';
import { ActiveFilters } from './active-filters.tsx';
import { CandidateCards } from './candidate-cards.tsx';
import { EmptyDataset } from './empty-dataset.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import classes from './results.module.css';

const CandidateGrid = lazy(() => import('./candidate-grid.tsx'));

export type Density = 'comfortable' | 'compact';

/** One page of candidates: a table, or cards where there is no room for one. */
export function Results({ dataset }: { dataset: Dataset }) {
  const { state, sort, goTo, correctPage, clear } = useListState(dataset.property_type);
  const top = useRef<HTMLElement>(null);
  const { data, error, isPlaceholderData, refetch } = useCandidates({
    datasetKey: dataset.dataset_key,
    ...state,
  });
  const [density, setDensity] = useLocalStorage<Density>({
    key: 'landline.density',
    defaultValue: 'comfortable',
  });
  const cards = useMediaQuery('(max-width: 480px)', undefined, { getInitialValueInEffect: false });

  const lastPage = data && !isPlaceholderData ? data.pagination.totalPages : undefined;
  const isBeyondLast = lastPage !== undefined && lastPage > 0 && state.page > lastPage;
  useEffect(() => {
    if (isBeyondLast) correctPage(lastPage);
  });

  if (!data || isBeyondLast) {
    if (error) {
      return <ErrorState title="Failed to fetch candidates" error={error} onRetry={() => void refetch()} />;
    }
    return <ListSkeleton />;
  }
  const { page, total, totalPages } = data.pagination;
  return (
    <section aria-label="Results" ref={top} className={classes.section}>
      <div className={classes.bar}>
        <p className={classes.count} aria-live="polite">
          <strong className="num">{formatCount(total)}</strong> {total === 1 ? 'property' : 'properties'}
        </p>
        <ActiveFilters type={dataset.property_type} />
        {!cards && (
          <SegmentedControl
            size="xs"
            className={classes.density ?? ''}
            aria-label="Row height"
            data={[
              { value: 'comfortable', label: 'Comfortable' },
              { value: 'compact', label: 'Compact' },
            ]}
            value={density}
            onChange={setDensity}
          />
        )}
      </div>
      {data.searchFallbackUsed && (
        <Alert color="yellow" mb="sm" p="sm">
          No exact match for the search. Showing all properties on the same street.
        </Alert>
      )}
      {error && (
        <Alert color="red" mb="sm" p="sm">
          What you see may be out of date: the last refresh failed.{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => void refetch()}>
            Retry
          </Button>
        </Alert>
      )}
      {data.data.length === 0 ? (
        <div className={classes.empty}>
          {isFiltered(state) ? (
            <EmptyState
              title="No properties found matching your criteria."
              icon={<IconFilterOff size={24} stroke={1.5} />}
              action={
                <Button variant="default" onClick={clear}>
                  Clear all filters
                </Button>
              }
            >
              Try adjusting your filters to see more results.
            </EmptyState>
          ) : (
            <EmptyDataset dataset={dataset} />
          )}
        </div>
      ) : (
        <div className={classes.results} aria-busy={isPlaceholderData}>
          {cards ? (
            <CandidateCards rows={data.data} dataset={dataset} />
          ) : (
            <Suspense fallback={<ListSkeleton />}>
              <CandidateGrid
                rows={data.data}
                dataset={dataset}
                density={density}
                sortBy={state.sortBy}
                sortOrder={state.sortOrder}
                onSort={sort}
              />
            </Suspense>
          )}
        </div>
      )}
      <div className={classes.pager}>
        <Pager
          page={page}
          totalPages={totalPages}
          onPage={(next) => {
            goTo(next);
            top.current?.scrollIntoView();
          }}
        />
      </div>
    </section>
  );
}
