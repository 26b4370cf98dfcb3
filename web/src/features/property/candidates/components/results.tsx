import type { CandidateList } from '@landline/api/property/candidates/contract';
import type { Dataset } from '@landline/api/property/datasets/contract';
import { Alert, Box, Button, Group } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconFilterOff } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { EmptyState, ErrorState } from '../../../../shared/ui/states.tsx';
import { useLastPage } from '../../../../shared/ui/use-last-page.ts';
import { useVisit } from '../../visits/api/visit-dataset.ts';
import { VisitContext } from '../../visits/visit-context.ts';
import { useCandidates } from '../api/candidates.ts';
import { CARD_LAYOUT, type Density } from '../card-layout.ts';
import { createListSelection, ListSelectionContext } from '../list-selection.ts';
import { isFiltered, type ListState, useListState, useMapShown } from '../list-state.ts';
import { CandidateCards } from './candidate-cards.tsx';
import { EmptyDataset } from './empty-dataset.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { MapPanel } from './map-panel.tsx';
import classes from './results.module.css';
import { ResultsBar } from './results-bar.tsx';
import { TriageBar } from './triage-bar.tsx';

const CandidateGrid = lazy(() => import('./candidate-grid.tsx'));

/** One page of candidates as a table or as cards, and optionally all candidates on a map. */
export function Results({ dataset }: { dataset: Dataset }) {
  const { state, goTo, correctPage } = useListState(dataset.property_type);
  const top = useRef<HTMLElement>(null);
  const query = useCandidates({ datasetKey: dataset.dataset_key, ...state });
  const { data, error, isPlaceholderData, refetch } = query;
  const isBeyondLast = useLastPage(query, correctPage);
  const isStale = isPlaceholderData || isBeyondLast;
  const [density, setDensity] = useLocalStorage<Density>({
    key: 'landline.density',
    defaultValue: 'comfortable',
  });
  const [isMapShown] = useMapShown();
  const [selection] = useState(createListSelection);
  const [areRowsShown, setRowsShown] = useState(false);
  const previousVisit = useVisit(dataset.dataset_key, areRowsShown);
  const showsCards = useMediaQuery(CARD_LAYOUT, undefined, { getInitialValueInEffect: false });

  if (!data) {
    if (!error) return <ListSkeleton />;
    return <ErrorState title="Failed to fetch candidates" error={error} onRetry={() => void refetch()} />;
  }
  const { page, total, totalPages } = data.pagination;
  return (
    <VisitContext value={previousVisit}>
      <ListSelectionContext value={selection}>
        <section aria-label="Results" ref={top} className={classes.section}>
          <ResultsBar
            dataset={dataset}
            total={total}
            isStale={isStale}
            density={showsCards ? null : density}
            onDensity={setDensity}
          />
          {data.searchFallbackUsed && (
            <Alert color="yellow" mb="sm" p="sm">
              No exact match for the search. Showing all properties on the same street.
            </Alert>
          )}
          <div className={classes.split} data-map={isMapShown || undefined}>
            {isMapShown && <MapPanel dataset={dataset} state={state} mayLoad={areRowsShown} />}
            <div className={classes.list}>
              <div className={classes.results} aria-busy={isStale}>
                <Rows
                  list={data}
                  isStale={isStale}
                  dataset={dataset}
                  state={state}
                  density={density}
                  showsCards={showsCards ?? false}
                  onShown={setRowsShown}
                />
              </div>
              <TriageBar rows={data.data} isStale={isStale} dataset={dataset} totalPages={totalPages} />
              <Group justify="flex-end" mt="sm">
                <Pager
                  page={page}
                  totalPages={totalPages}
                  onPage={(next) => {
                    goTo(next);
                    top.current?.scrollIntoView();
                  }}
                />
              </Group>
            </div>
          </div>
        </section>
      </ListSelectionContext>
    </VisitContext>
  );
}

interface RowsProps {
  list: CandidateList;
  /** True while `list` belongs to earlier filters, to another page or to a page beyond the last one. */
  isStale: boolean;
  dataset: Dataset;
  state: ListState;
  density: Density;
  showsCards: boolean;
  /** Called after the first rows are drawn, or the message that there are none. */
  onShown: (areShown: true) => void;
}

function Rows({ list, isStale, dataset, state, density, showsCards, onShown }: RowsProps) {
  const { sort, clear } = useListState(dataset.property_type);
  const isTable = list.data.length > 0 && !showsCards;
  useEffect(() => {
    if (!isTable) onShown(true);
  }, [isTable, onShown]);
  if (list.data.length === 0) {
    if (isStale) return <ListSkeleton />;
    return (
      <Box bd="1px solid var(--line)" bdrs="md">
        {isFiltered(state) ? (
          <EmptyState
            title="No properties found matching your criteria."
            icon={IconFilterOff}
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
      </Box>
    );
  }
  if (showsCards) return <CandidateCards rows={list.data} dataset={dataset} />;
  return (
    <Suspense fallback={<ListSkeleton />}>
      <CandidateGrid
        rows={list.data}
        dataset={dataset}
        density={density}
        sortBy={state.sortBy}
        sortOrder={state.sortOrder}
        onSort={sort}
        onShown={onShown}
      />
    </Suspense>
  );
}
