import type { ScrapedPageRecord } from '@landline/api/scraping/contract';
import { ActionIcon, Anchor, Checkbox } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { formatDate } from '../../../shared/format.ts';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import table from '../../../shared/ui/table.module.css';
import { Tag } from '../../../shared/ui/tag.tsx';
import { PAGE_STATUS, STAGES } from '../page-status.ts';
import { CUT, shortened } from '../shorten.ts';
import classes from './content.module.css';
import { PriorityBadge } from './priority-badge.tsx';

interface PagesTableProps {
  pages: readonly ScrapedPageRecord[];
  selected: ReadonlySet<string>;
  onSelect: (ids: readonly string[], on: boolean) => void;
  onHistory: (page: ScrapedPageRecord) => void;
}

/** Pages with what became of each: how far it came, and why no further. */
export function PagesTable({ pages, selected, onSelect, onHistory }: PagesTableProps) {
  const chosen = pages.filter(({ id }) => selected.has(id)).length;
  return (
    <ScrollFrame label="Scraped pages">
      <table className={`${table.table} ${table.stacked} ${table.checked}`}>
        <thead>
          <tr>
            <th>
              <Checkbox
                size="xs"
                aria-label="Select all pages shown"
                checked={chosen === pages.length}
                indeterminate={chosen > 0 && chosen < pages.length}
                onChange={({ currentTarget }) =>
                  onSelect(
                    pages.map(({ id }) => id),
                    currentTarget.checked,
                  )
                }
              />
            </th>
            <th>URL</th>
            <th>Status</th>
            <th>Priority</th>
            <th>Type</th>
            <th>Last scraped</th>
            <th>
              <span className={table.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {pages.map((page) => (
            <tr key={page.id}>
              <td>
                <Checkbox
                  size="xs"
                  aria-label={`Select ${page.url}`}
                  checked={selected.has(page.id)}
                  onChange={({ currentTarget }) => onSelect([page.id], currentTarget.checked)}
                />
              </td>
              <td>
                <Anchor
                  size="sm"
                  href={page.url}
                  target="_blank"
                  rel="noopener noreferrer"
                  title={page.url}
                  className={classes.url}
                >
                  {shortened(page.url, CUT.url)}
                </Anchor>
                {page.title && <span className={classes.reason}>{page.title}</span>}
              </td>
              <td>
                <Tag tone={PAGE_STATUS[page.status].tone}>{PAGE_STATUS[page.status].label}</Tag>
                {page.reason && (
                  <span className={classes.reason}>
                    {page.stage && `${STAGES[page.stage]}: `}
                    {page.reason}
                  </span>
                )}
              </td>
              <td>
                <PriorityBadge priority={page.priority} />
              </td>
              <td>{page.is_custom ? 'Custom' : 'Discovered'}</td>
              <td className={classes.nowrap}>{formatDate(page.last_scraped_at)}</td>
              <td>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`History of ${page.url}`}
                  onClick={() => onHistory(page)}
                >
                  <IconHistory size={16} stroke={1.7} />
                </ActionIcon>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}
