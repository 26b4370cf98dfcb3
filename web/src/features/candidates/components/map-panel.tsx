import type { Dataset } from '@landline/api/datasets/contract';
import { Skeleton } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { hasWebGL } from '../../map/webgl.ts';
import type { ListState } from '../list-state.ts';
import classes from './map-panel.module.css';

const CandidateMap = lazy(() => import('./candidate-map.tsx'));

interface MapPanelProps {
  dataset: Dataset;
  state: ListState;
  /** The rows beside it come first: until they are on the screen no points are asked for. */
  isTurn: boolean;
}

/** The map's place beside the list; what draws it is loaded only here. */
export function MapPanel(props: MapPanelProps) {
  return (
    <section className={classes.panel} aria-label="Map">
      {hasWebGL() ? (
        <Suspense fallback={<Skeleton height="100%" />}>
          <CandidateMap key={props.dataset.dataset_key} {...props} />
        </Suspense>
      ) : (
        <div className={classes.without}>
          <EmptyState title="This browser cannot draw the map" icon={<IconMapOff size={24} stroke={1.5} />}>
            It needs WebGL, which is off or missing here. The list shows the same properties.
          </EmptyState>
        </div>
      )}
    </section>
  );
}
