import type { Dataset } from '@landline/api/datasets/contract';
import { Button, Collapse, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { useFilterOptions } from '../api/get-filter-options.ts';
import { useListState } from '../list-state.ts';
import { FilterNumber, FilterText } from './filter-inputs.tsx';
import classes from './filter-panel.module.css';
import { SortControl } from './sort-control.tsx';

const THIS_YEAR = new Date().getFullYear();

/** Search & Filters (spec 001 §5): the common ones in a row, the others behind "More filters". */
export function FilterPanel({ dataset }: { dataset: Dataset }) {
  const { state, filter } = useListState(dataset.property_type);
  const { data: options, error } = useFilterOptions(dataset.dataset_key);
  const ios = dataset.property_type === 'ios';
  const hidden = [
    state.apn,
    state.minBaseScore,
    state.minOpenSpace,
    state.minLotSize,
    state.minUnits,
    state.minYearBuilt,
    state.maxYearBuilt,
    state.zoning,
    state.environmentalGrade,
  ].filter((value) => value !== null).length;
  const [open, { toggle }] = useDisclosure(hidden > 0);
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
        <FilterNumber
          label="Min score"
          min={0}
          max={100}
          value={state.minScore}
          onFilter={(minScore) => filter({ minScore })}
        />
        <NativeSelect
          label="Classification"
          data={[
            { value: '', label: 'Any' },
            { value: 'good', label: 'Good' },
            { value: 'bad', label: 'Bad' },
          ]}
          value={state.classification ?? ''}
          onChange={({ currentTarget: { value } }) =>
            filter({ classification: value === 'good' || value === 'bad' ? value : null })
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
        <p className={classes.problem} role="alert">
          Failed to fetch filter options
        </p>
      )}
      <Collapse expanded={open} id="more-filters">
        <div className={`${classes.row} ${classes.second}`}>
          <FilterText
            label="APN"
            placeholder="Parcel number"
            value={state.apn}
            onFilter={(apn) => filter({ apn })}
          />
          {ios && (
            <FilterNumber
              label="Min base score"
              min={0}
              max={100}
              value={state.minBaseScore}
              onFilter={(minBaseScore) => filter({ minBaseScore })}
            />
          )}
          <FilterNumber
            label="Min open space"
            suffix=" %"
            min={0}
            max={100}
            value={state.minOpenSpace}
            onFilter={(minOpenSpace) => filter({ minOpenSpace })}
          />
          <FilterNumber
            label="Min lot size"
            suffix=" ac"
            step={0.1}
            min={0}
            max={100_000}
            value={state.minLotSize}
            onFilter={(minLotSize) => filter({ minLotSize })}
          />
          <FilterNumber
            label="Min units"
            min={0}
            max={100_000}
            value={state.minUnits}
            onFilter={(minUnits) => filter({ minUnits })}
          />
          <FilterNumber
            label="Built from"
            min={1900}
            max={THIS_YEAR}
            value={state.minYearBuilt}
            onFilter={(minYearBuilt) => filter({ minYearBuilt })}
          />
          <FilterNumber
            label="Built to"
            min={1900}
            max={THIS_YEAR}
            value={state.maxYearBuilt}
            onFilter={(maxYearBuilt) => filter({ maxYearBuilt })}
          />
          {options && options.zoningOptions.length > 0 && (
            <NativeSelect
              label="Zoning"
              data={[{ value: '', label: 'Any' }, ...options.zoningOptions]}
              value={state.zoning ?? ''}
              onChange={({ currentTarget: { value } }) => filter({ zoning: value === '' ? null : value })}
            />
          )}
          {options && options.environmentalGradeOptions.length > 0 && (
            <NativeSelect
              label="Environmental grade"
              data={[{ value: '', label: 'Any' }, ...gradeChoices(options.environmentalGradeOptions)]}
              value={state.environmentalGrade ?? ''}
              onChange={({ currentTarget: { value } }) =>
                filter({ environmentalGrade: value === '' ? null : value })
              }
            />
          )}
        </div>
      </Collapse>
    </section>
  );
}

/** Each grade that occurs, and each of them with all better ones. */
function gradeChoices(grades: readonly string[]) {
  const alone = grades.map((grade) => ({ value: grade, label: `Only ${grade}` }));
  const orBetter = grades
    .slice(1)
    .map((grade, at) => ({ value: grades.slice(0, at + 2).join(','), label: `${grade} or better` }));
  return [...orBetter, ...alone];
}
