import type { Dataset } from '@landline/api/property/datasets/contract';
import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconMap2, IconSparkles } from '@tabler/icons-react';
import { use } from 'react';
import { formatCount, formatDate } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { SavedViewsMenu } from '../../saved-views/components/saved-views-menu.tsx';
import { VisitContext } from '../../visits/visit-context.ts';
import type { Density } from '../card-layout.ts';
import { useListState, useMapShown } from '../list-state.ts';
import { ActiveFilters } from './active-filters.tsx';
import classes from './results-bar.module.css';

interface ResultsBarProps {
  dataset: Dataset;
  total: number;
  /** True while `total` is the count of earlier filters. */
  isStale: boolean;
  /** Null for cards, which have one density. */
  density: Density | null;
  onDensity: (density: Density) => void;
}

/** Result count, active filters and view options. */
export function ResultsBar({ dataset, total, isStale, density, onDensity }: ResultsBarProps) {
  const [isMapShown, showMap] = useMapShown();
  const { state, filter } = useListState(dataset.property_type);
  const since = use(VisitContext);
  return (
    <Group gap="8px 16px" mih={32} mb="sm">
      <Text className={`${common.nowrap} ${common.dims}`} aria-live="polite" aria-busy={isStale}>
        <Text component="strong" fw={600} className="num">
          {formatCount(total)}
        </Text>{' '}
        {total === 1 ? 'property' : 'properties'}
      </Text>
      <ActiveFilters type={dataset.property_type} />
      <Group gap="xs" ml="auto" wrap="nowrap">
        {since !== null && (
          <Button
            size="xs"
            variant="default"
            className={classes.toggle ?? ''}
            leftSection={<IconSparkles size={15} stroke={1.7} />}
            title={`Imported since your last visit on ${formatDate(new Date(since).toISOString())}`}
            aria-label="Only new since your last visit"
            aria-pressed={state.newOnly !== null}
            onClick={() => filter({ newOnly: state.newOnly === null ? 'true' : null })}
          >
            New
          </Button>
        )}
        <SavedViewsMenu dataset={dataset} />
        <Button
          size="xs"
          variant="default"
          className={classes.toggle ?? ''}
          leftSection={<IconMap2 size={15} stroke={1.7} />}
          aria-pressed={isMapShown}
          onClick={() => void showMap(!isMapShown)}
        >
          Map
        </Button>
        {density && (
          <SegmentedControl
            size="xs"
            aria-label="Row height"
            data={[
              { value: 'comfortable', label: 'Comfortable' },
              { value: 'compact', label: 'Compact' },
            ]}
            value={density}
            onChange={onDensity}
          />
        )}
      </Group>
    </Group>
  );
}
