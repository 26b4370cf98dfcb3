import type { ContentRequestRecord } from '@landline/api/assistant/content-requests/contract';
import { IconInbox } from '@tabler/icons-react';
import { formatDate } from '../../../../shared/format.ts';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import classes from '../../website/components/website.module.css';
import { MAX_LENGTH, truncate } from '../../website/truncate.ts';
import { useContentRequests } from '../api/content-requests.ts';
import { RequestPriority, requestStatusCell } from './badges.tsx';

const COLUMNS: readonly Column<ContentRequestRecord>[] = [
  {
    header: 'URL',
    cell: ({ url, description }) => (
      <>
        <span className={classes.url} title={url}>
          {truncate(url, MAX_LENGTH.requestUrl)}
        </span>
        {description && <span className={classes.reason}>{description}</span>}
      </>
    ),
  },
  { header: 'Status', cell: requestStatusCell },
  { header: 'Priority', cell: ({ priority }) => <RequestPriority priority={priority} /> },
  { header: 'Requested', cell: ({ created_at }) => formatDate(created_at), className: classes.nowrap },
];

/** A client's own content requests with their status. */
export function OwnRequests({ clientId }: { clientId: string }) {
  return (
    <QueryBody query={useContentRequests(clientId)} failed="Your requests could not be loaded" loading={160}>
      {(requests) =>
        requests.length === 0 ? (
          <EmptyState title="No content requests yet" icon={<IconInbox size={24} stroke={1.5} />}>
            Submit the URL of a page that your assistant should know.
          </EmptyState>
        ) : (
          <DataTable
            label="Your content requests"
            columns={COLUMNS}
            rows={requests}
            keyOf="id"
            scrolls
            stacks
          />
        )
      }
    </QueryBody>
  );
}
