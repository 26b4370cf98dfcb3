import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { formatCount } from '../../../shared/format.ts';
import { PAGE_STATUS, PAGE_STATUSES } from '../page-status.ts';
import classes from './content.module.css';

type PageStatus = (typeof PAGE_STATUSES)[number];

interface PageFiltersProps {
  label: string;
  placeholder: string;
  search: string;
  status: PageStatus | null;
  onChange: (change: { search: string | null } | { status: PageStatus | null }) => void;
  /** How many pages pass, of how many. */
  found: number;
  total: number;
}

/** What a list of pages is searched by, and how much of it is left. */
export function PageFilters({
  label,
  placeholder,
  search,
  status,
  onChange,
  found,
  total,
}: PageFiltersProps) {
  return (
    <div className={classes.filters}>
      <TextInput
        className={classes.search}
        size="xs"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        leftSection={<IconSearch size={14} stroke={1.7} />}
        value={search}
        onChange={({ currentTarget }) => onChange({ search: currentTarget.value || null })}
      />
      <NativeSelect
        size="xs"
        aria-label="Status"
        data={[
          { value: '', label: 'All statuses' },
          ...PAGE_STATUSES.map((value) => ({ value, label: PAGE_STATUS[value].label })),
        ]}
        value={status ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ status: PAGE_STATUSES.find((each) => each === currentTarget.value) ?? null })
        }
      />
      <p className={classes.quiet} aria-live="polite">
        {formatCount(found)} of {formatCount(total)} pages
      </p>
    </div>
  );
}
