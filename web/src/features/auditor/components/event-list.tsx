import type { LogRow } from '@landline/api/auditor/contract';
import { Button, Skeleton } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { formatDate } from '../../../shared/format.ts';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { Tag } from '../../../shared/ui/tag.tsx';
import { exportAddress, type Filter, useLog } from '../api/log.ts';
import classes from './auditor.module.css';

interface Props {
  filter: Filter;
  before: string | null;
  onOpen: (position: string) => void;
  onBefore: (before: string | null) => void;
}

/** A page of the log. */
export function EventList({ filter, before, onOpen, onBefore }: Props) {
  const { data, error, refetch } = useLog(filter, before);
  if (error && !data)
    return <ErrorState title="The log could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={480} role="status" aria-label="Loading the log" />;
  if (data.data.length === 0) {
    return (
      <EmptyState title="No events" icon={<IconListSearch size={24} stroke={1.5} />}>
        Nothing in the log is like that. Clear a filter to see more.
      </EmptyState>
    );
  }
  return (
    <>
      <ScrollFrame label="Events, scrolls sideways">
        <table className={`${table.table} ${table.stacked}`} aria-label="Events">
          <thead>
            <tr>
              <th data-num>Position</th>
              <th>Event</th>
              <th>Who</th>
              <th>When</th>
            </tr>
          </thead>
          <tbody>
            {data.data.map((event) => (
              <tr key={event.position}>
                <td data-num data-label="Position">
                  {event.position}
                </td>
                <td>
                  <Button variant="subtle" size="compact-sm" ml={-8} onClick={() => onOpen(event.position)}>
                    {event.type}
                  </Button>
                  <small className={`${classes.stream} ${classes.quiet}`} title={event.stream}>
                    {event.stream}@{event.revision}
                  </small>
                </td>
                <td>
                  <Who event={event} />
                </td>
                <td className={classes.when}>{formatDate(event.at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      <div className={classes.actions}>
        {before !== null && (
          <Button variant="default" onClick={() => onBefore(null)}>
            Newest
          </Button>
        )}
        <Button variant="default" disabled={data.before === null} onClick={() => onBefore(data.before)}>
          Older
        </Button>
        <Button variant="subtle" component="a" href={exportAddress(filter, 'ndjson')} download>
          Export NDJSON
        </Button>
        <Button variant="subtle" component="a" href={exportAddress(filter, 'csv')} download>
          Export CSV
        </Button>
      </div>
    </>
  );
}

/** Who acted, and as whom. */
export function Who({ event: { actor, impersonatedBy } }: { event: LogRow }) {
  if (impersonatedBy !== null) {
    return (
      <>
        {impersonatedBy.name ?? impersonatedBy.id} <Tag tone="notice">Acting as the client</Tag>
      </>
    );
  }
  return (
    <>
      {actor.name ?? actor.id} <span className={classes.quiet}>{actor.role}</span>
    </>
  );
}
