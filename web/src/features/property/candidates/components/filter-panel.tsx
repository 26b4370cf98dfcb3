import type { Dataset } from '@landline/api/property/datasets/contract';
import { CLASSIFICATIONS, classification } from '@landline/event-schemas';
import { Box, Button, Collapse, NativeSelect, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { CLASSIFICATION_DISPLAY } from '../../classification/classification-display.ts';
import { useFilterOptions } from '../api/candidates.ts';
import { NUMBER_FILTERS } from '../filters.ts';
import { useListState } from '../list-state.ts';
import { FilterNumber, FilterText } from './filter-inputs.tsx';
import classes from './filter-panel.module.css';
import { SortControl } from './sort-control.tsx';

const ANY = { value: '', label: 'Any' };
const [MIN_SCORE, ...MORE_NUMBERS] = NUMBER_FILTERS;

/** Search & Filters (spec 001 §5): the common ones in a row, the others behind "More filters". */
export function FilterPanel({ dataset }: { dataset: Dataset }) {
  const { state, filter } = useListState(dataset.property_type);
  const { data: options, error } = useFilterOptions(dataset.dataset_key);
  const numbers = MORE_NUMBERS.filter(
    ({ name }) => name !== 'minBaseScore' || dataset.property_type === 'ios',
  );
  const hidden = [
    state.apn,
    state.zoning,
    state.environmentalGrade,
    ...numbers.map(({ name }) => state[name]),
  ];
  const [open, { toggle }] = useDisclosure(hidden.some((value) => value !== null));
  const numberField = ({ name, label, unit, ...limits }: (typeof NUMBER_FILTERS)[number]) => (
    <FilterNumber
      key={name}
      label={label}
      suffix={unit}
      {...limits}
      value={state[name]}
      onFilter={(value) => filter({ [name]: value })}
    />
  );
  const choiceField = (
    name: 'zoning' | 'environmentalGrade',
    label: string,
    data: readonly (string | { value: string; label: string })[] = [],
  ) =>
    data.length > 0 && (
      <NativeSelect
        label={label}
        data={[ANY, ...data]}
        value={state[name] ?? ''}
        onChange={({ currentTarget: { value } }) => filter({ [name]: value || null })}
      />
    );
  return (
    <section aria-label="Search & Filters" className={classes.panel}>
      <div className={classes.row}>
        <FilterText
          label="Search"
          placeholder="Street address"
          leftSection={<IconSearch size={16} stroke={1.6} />}
          className={classes.search ?? ''}
          value={state.search}
          onFilter={(search) => filter({ search })}
        />
        {numberField(MIN_SCORE)}
        <NativeSelect
          label="Classification"
          data={[
            ANY,
            ...CLASSIFICATIONS.map((value) => ({ value, label: CLASSIFICATION_DISPLAY[value].label })),
          ]}
          value={state.classification ?? ''}
          onChange={({ currentTarget: { value } }) =>
            filter({ classification: classification.safeParse(value).data ?? null })
          }
        />
        <SortControl type={dataset.property_type} />
        <Button
          variant="default"
          className={classes.more ?? ''}
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.6} />}
          aria-expanded={open}
          aria-controls="more-filters"
          onClick={toggle}
        >
          {open ? 'Fewer filters' : 'More filters'}
        </Button>
      </div>
      {error && !options && (
        <Text fz="sm" c="var(--grade-unsuitable)" mt="sm" role="alert">
          Failed to fetch filter options
        </Text>
      )}
      <Collapse expanded={open} id="more-filters">
        <Box pt="sm" className={classes.row ?? ''}>
          <FilterText
            label="APN"
            placeholder="Parcel number"
            value={state.apn}
            onFilter={(apn) => filter({ apn })}
          />
          {numbers.map(numberField)}
          {choiceField('zoning', 'Zoning', options?.zoningOptions)}
          {choiceField(
            'environmentalGrade',
            'Environmental grade',
            gradeChoices(options?.environmentalGradeOptions),
          )}
        </Box>
      </Collapse>
    </section>
  );
}

/** Returns the options "B or better" and "B only" for each grade in use; the best grade has only the latter. */
function gradeChoices(grades: readonly string[] = []) {
  const orBetter = grades
    .slice(1)
    .map((grade, index) => ({ value: grades.slice(0, index + 2).join(','), label: `${grade} or better` }));
  return [...orBetter, ...grades.map((grade) => ({ value: grade, label: `${grade} only` }))];
}
