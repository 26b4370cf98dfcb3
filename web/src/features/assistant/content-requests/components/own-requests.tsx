import type { ContentRequestRecord } from '@landline/api/assistant/content-requests/contract';
import { Box } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { formatDate } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { MAX_LENGTH, truncate } from '../../website/truncate.ts';
import { useContentRequests } from '../api/content-requests.ts';
import { RequestPriority, requestStatusCell } from './badges.tsx';

const COLUMNS: readonly Column<ContentRequestRecord>[] = [
  {
    header: 'URL',
    cell: ({ url, description }) => (
      <>
        <Box component="span" display="block" miw={180} className={common.wrap ?? ''} title={url}>
          {truncate(url, MAX_LENGTH.requestUrl)}
        </Box>
        {description && (
          <Box component="span" display="block" maw={340} c="dimmed" fz="sm" className={common.wrap ?? ''}>
            {description}
          </Box>
        )}
      </>
    ),
  },
  { header: 'Status', cell: requestStatusCell },
  { header: 'Priority', cell: ({ priority }) => <RequestPriority priority={priority} /> },
  { header: 'Requested', cell: ({ created_at }) => formatDate(created_at), className: common.nowrap },
];

/** A client's own content requests with their status. */
export function OwnRequests({ clientId }: { clientId: string }) {
  return (
    <QueryBody
      query={useContentRequests(clientId)}
      errorTitle="Your requests could not be loaded"
      skeleton={160}
    >
      {(requests) =>
        requests.length === 0 ? (
          <EmptyState title="No content requests yet" icon={IconInbox}>
            Submit the URL of a page that your assistant should learn.
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
