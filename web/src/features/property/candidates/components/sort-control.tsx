import { SORT_FIELDS, sortField } from '@landline/api/property/candidates/contract';
import type { PropertyType } from '@landline/event-schemas';
import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useListState } from '../list-state.ts';
import { SORT_LABELS } from '../sorting.ts';
import classes from './sort-control.module.css';

/** Sort field and direction; the table's headers do the same. */
export function SortControl({ type }: { type: PropertyType }) {
  const { state, sort } = useListState(type);
  const descending = state.sortOrder === 'desc';
  return (
    <div className={classes.control}>
      <NativeSelect
        label="Sort by"
        data={SORT_FIELDS[type].map((field) => ({ value: field, label: SORT_LABELS[field] }))}
        value={state.sortBy}
        onChange={({ currentTarget }) => sort(sortField.parse(currentTarget.value), state.sortOrder)}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={
          descending ? 'Highest first. Switch to lowest first' : 'Lowest first. Switch to highest first'
        }
        onClick={() => sort(state.sortBy, descending ? 'asc' : 'desc')}
      >
        {descending ? (
          <IconSortDescending size={18} stroke={1.6} />
        ) : (
          <IconSortAscending size={18} stroke={1.6} />
        )}
      </ActionIcon>
    </div>
  );
}
