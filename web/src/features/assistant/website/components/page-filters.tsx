import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { formatCount } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { PAGE_STATUS, PAGE_STATUSES } from '../page-status.ts';
import classes from './website.module.css';

type PageStatus = (typeof PAGE_STATUSES)[number];

interface PageFiltersProps {
  label: string;
  placeholder: string;
  search: string;
  status: PageStatus | null;
  onChange: (change: { search: string } | { status: PageStatus | null }) => void;
  /** Number of matching pages. */
  found: number;
  total: number;
}

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
        flex="1 1 200px"
        maw={320}
        size="xs"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        leftSection={<IconSearch size={14} stroke={1.7} />}
        value={search}
        onChange={({ currentTarget }) => onChange({ search: currentTarget.value })}
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
      <p className={common.quiet} aria-live="polite">
        {formatCount(found)} of {formatCount(total)} pages
      </p>
    </div>
  );
}

export const NoMatchingPages = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    title="No pages match"
    icon={IconSearch}
    action={
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    }
  />
);
