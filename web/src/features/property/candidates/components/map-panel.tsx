import type { Dataset } from '@landline/api/property/datasets/contract';
import { Skeleton, Stack } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { hasWebGL } from '../../map/webgl.ts';
import type { ListState } from '../list-state.ts';
import classes from './map-panel.module.css';

const CandidateMap = lazy(() => import('./candidate-map.tsx'));

interface MapPanelProps {
  dataset: Dataset;
  state: ListState;
  /** False until the list's rows are drawn, because they load first. */
  mayLoad: boolean;
}

/** The map beside the list. The map library loads only when the map is shown. */
export function MapPanel(props: MapPanelProps) {
  return (
    <section className={classes.panel} aria-label="Map">
      {hasWebGL() ? (
        <Suspense fallback={<Skeleton height="100%" />}>
          <CandidateMap key={props.dataset.dataset_key} {...props} />
        </Suspense>
      ) : (
        <Stack justify="center" h="100%" bd="1px solid var(--line)" bdrs="md">
          <EmptyState title="Your browser cannot display the map" icon={IconMapOff}>
            The map needs WebGL, which is turned off or not supported. The list shows the same properties.
          </EmptyState>
        </Stack>
      )}
    </section>
  );
}
