import { Group, SegmentedControl, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import common from './common.module.css';
import { Pager } from './pager.tsx';
import { QueryBody } from './query-body.tsx';
import { useLastPage } from './use-last-page.ts';

interface FilteredData<Filter extends string> {
  pagination: { page: number; totalPages: number };
  /** Number of items behind each filter, shown after its label. */
  counts?: Record<Filter, number>;
}

interface FilteredListProps<Data, Filter extends string> {
  /** Accessible name of the filter. */
  label: string;
  /** Label of each filter, in their order. */
  filters: Readonly<Record<Filter, string>>;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** Control shown beside the filter, such as an export button. */
  action?: ReactNode;
  query: UseQueryResult<Data>;
  /** Plural noun for loading and error texts. */
  noun: string;
  isEmpty: (data: Data) => boolean;
  empty: ReactNode;
  onPage: (page: number) => void;
  /** `onLeave` announces that an item leaves the list and moves the focus from the item to the list. */
  children: (data: Data, onLeave: (announcement: string) => void) => ReactNode;
}

/** Paginated list with one filter. */
export function FilteredList<Data extends FilteredData<Filter>, Filter extends string>(
  props: FilteredListProps<Data, Filter>,
) {
  const { label, filters, filter, onFilter, action, query, noun, isEmpty, empty, onPage, children } = props;
  const isBeyondLast = useLastPage(query, onPage);
  const body = useRef<HTMLElement>(null);
  const [announcement, setAnnouncement] = useState({ text: '', count: 0 });
  const onLeave = (text: string) => {
    setAnnouncement(({ count }) => ({ text, count: count + 1 }));
    // The button of the item was disabled during the command, so the browser may have taken its focus away.
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.matches(':disabled')) {
      body.current?.focus({ preventScroll: true });
    }
  };
  const skeleton = <Skeleton height={320} role="status" aria-label={`Loading ${noun}`} />;
  return (
    <>
      <Group gap={12} justify="space-between" mb={16}>
        <SegmentedControl
          size="xs"
          aria-label={label}
          data={(Object.keys(filters) as Filter[]).map((value) => ({
            value,
            label: `${filters[value]} ${query.data?.counts?.[value] ?? ''}`,
          }))}
          value={filter}
          onChange={onFilter}
        />
        {action}
      </Group>
      <VisuallyHidden role="status">
        {/* A new element, so that screen readers also announce a text that is the same as before. */}
        <span key={announcement.count}>{announcement.text}</span>
      </VisuallyHidden>
      <section ref={body} aria-label={noun} tabIndex={-1}>
        <QueryBody query={query} errorTitle={`The ${noun} could not be loaded`} skeleton={skeleton}>
          {(data) => {
            // Rows of the previous filter say nothing about whether this one has any.
            if (isBeyondLast || (query.isPlaceholderData && isEmpty(data))) return skeleton;
            if (isEmpty(data)) return empty;
            return (
              <Stack gap={16} className={common.dims} aria-busy={query.isPlaceholderData}>
                {children(data, onLeave)}
                <Pager page={data.pagination.page} totalPages={data.pagination.totalPages} onPage={onPage} />
              </Stack>
            );
          }}
        </QueryBody>
      </section>
    </>
  );
}
