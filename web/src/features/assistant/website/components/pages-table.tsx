import type { PageRecord } from '@landline/api/assistant/website/contract';
import { ActionIcon } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type Column, DataTable, type Selection } from '../../../../shared/ui/data-table.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { pageName } from '../page-name.ts';
import { priorityTone } from '../priority.ts';
import { lastScrapedColumn, pageColumn, STATUS_COLUMN } from './page-columns.tsx';

interface PagesTableProps extends Pick<Selection<PageRecord>, 'selected' | 'onSelect'> {
  pages: readonly PageRecord[];
  onHistory: (page: PageRecord) => void;
}

/** Lists pages with their status, priority and type. */
export function PagesTable({ pages, selected, onSelect, onHistory }: PagesTableProps) {
  const columns: readonly Column<PageRecord>[] = [
    pageColumn('URL'),
    STATUS_COLUMN,
    {
      header: 'Priority',
      isLabeled: true,
      cell: ({ priority }) => <Tag tone={priorityTone(priority)}>{priority}</Tag>,
    },
    {
      header: 'Type',
      isLabeled: true,
      cell: ({ is_custom, file_name }) => (file_name ? 'File' : is_custom ? 'Custom' : 'Discovered'),
    },
    lastScrapedColumn('Last scraped'),
    {
      header: 'Actions',
      isHeaderHidden: true,
      cell: (page) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`History of ${pageName(page)}`}
          onClick={() => onHistory(page)}
        >
          <IconHistory size={16} stroke={1.7} />
        </ActionIcon>
      ),
    },
  ];
  return (
    <DataTable
      label="Scraped pages"
      columns={columns}
      rows={pages}
      keyOf="id"
      scrolls
      stacks
      selection={{
        selected,
        onSelect,
        allLabel: 'Select all pages shown',
        labelOf: (page) => `Select ${pageName(page)}`,
      }}
    />
  );
}
