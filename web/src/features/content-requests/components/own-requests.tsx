import { Skeleton } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { formatDate } from '../../../shared/format.ts';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import classes from '../../content/components/content.module.css';
import { CUT, shortened } from '../../content/shorten.ts';
import { useContentRequests } from '../api/content-requests.ts';
import { RequestPriority, RequestStatus } from './badges.tsx';

/** What the client asked for, and what became of it. */
export function OwnRequests({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useContentRequests(clientId);
  if (!data) {
    return error ? (
      <ErrorState title="Your requests could not be loaded" error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={160} role="status" aria-label="Loading your requests" />
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState title="No content requests yet" icon={<IconInbox size={24} stroke={1.5} />}>
        Submit the address of a page that your assistant should know.
      </EmptyState>
    );
  }
  return (
    <ScrollFrame label="Your content requests">
      <table className={`${table.table} ${table.stacked}`}>
        <thead>
          <tr>
            <th>URL</th>
            <th>Status</th>
            <th>Priority</th>
            <th>Requested</th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ id, url, description, priority, status, adminNotes, created_at }) => (
            <tr key={id}>
              <td>
                <span className={classes.url} title={url}>
                  {shortened(url, CUT.requestUrl)}
                </span>
                {description && <span className={classes.reason}>{description}</span>}
              </td>
              <td>
                <RequestStatus status={status} />
                {adminNotes && <span className={classes.reason}>{adminNotes}</span>}
              </td>
              <td>
                <RequestPriority priority={priority} />
              </td>
              <td className={classes.nowrap}>{formatDate(created_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}
