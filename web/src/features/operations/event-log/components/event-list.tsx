import type { LogRow } from '@landline/api/operations/event-log/contract';
import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { formatDate } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { DownloadButton } from '../../../../shared/ui/download-button.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { eventLabel } from '../../../platform/activity/event-texts.ts';
import { exportPath, type Filter, useLog } from '../api/event-log.ts';
import classes from './event-log.module.css';

interface EventListProps {
  filter: Filter;
  before: string | null;
  onOpen: (position: string) => void;
  onBefore: (before: string | null) => void;
}

/** A page of the event log with exports. */
export function EventList({ filter, before, onOpen, onBefore }: EventListProps) {
  const columns: readonly Column<LogRow>[] = [
    {
      header: 'Event',
      cell: ({ type, position }) => (
        <Button variant="subtle" size="compact-sm" ml={-8} onClick={() => onOpen(position)}>
          {eventLabel(type)}
        </Button>
      ),
    },
    { header: 'User', cell: (event) => <Actor event={event} /> },
    { header: 'Time', cell: ({ at }) => formatDate(at), className: common.nowrap },
    { header: 'Position', isNumeric: true, cell: ({ position }) => position },
  ];
  const query = useLog(filter, before);
  return (
    <QueryBody query={query} errorTitle="The event log could not be loaded" skeleton={480}>
      {(page) =>
        page.data.length === 0 ? (
          <EmptyState title="No events" icon={IconListSearch}>
            No events match these filters. Clear a filter to see more.
          </EmptyState>
        ) : (
          <div className={common.dims} aria-busy={query.isPlaceholderData}>
            <DataTable label="Events" columns={columns} rows={page.data} keyOf="position" scrolls stacks />
            <div className={classes.actions}>
              {before !== null && (
                <Button variant="default" onClick={() => onBefore(null)}>
                  Newest
                </Button>
              )}
              <Button variant="default" disabled={page.before === null} onClick={() => onBefore(page.before)}>
                Older
              </Button>
              {(['ndjson', 'csv'] as const).map((format) => (
                <DownloadButton
                  key={format}
                  path={exportPath(filter, format)}
                  label={`Export ${format.toUpperCase()}`}
                  size="sm"
                />
              ))}
            </div>
          </div>
        )
      }
    </QueryBody>
  );
}

/** Display names of roles; the other roles are shown by their identifier. */
const ROLE_NAMES: Partial<Record<LogRow['actor']['role'], string>> = { ClientUser: 'Client user' };

/** The user who caused an event, and whether they were impersonating a client. */
export function Actor({ event: { actor, impersonatedBy } }: { event: LogRow }) {
  if (impersonatedBy !== null) {
    return (
      <>
        {impersonatedBy.name ?? impersonatedBy.id} <Tag tone="notice">Acting as the client</Tag>
      </>
    );
  }
  return (
    <>
      {actor.name ?? actor.id} <span className={common.quiet}>{ROLE_NAMES[actor.role] ?? actor.role}</span>
    </>
  );
}
