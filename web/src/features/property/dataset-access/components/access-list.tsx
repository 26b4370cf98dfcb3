import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { formatDate } from '../../../../shared/format.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { reportOutcome } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useClientAccess, useRevokeAccess } from '../api/dataset-access.ts';
import { MESSAGES } from '../messages.ts';
import classes from './access-list.module.css';

/** The datasets and ZIP codes granted to a client, each with a button that revokes access. */
export function AccessList({ clientId }: { clientId: string }) {
  const revoke = useRevokeAccess();
  const { notice, show } = useNotice();
  const body = useRef<HTMLDivElement>(null);
  const submit = (id: string) =>
    revoke.mutate(
      id,
      // The row's button, which has the focus, is removed with the row.
      reportOutcome(
        show,
        ({ message }) => message,
        MESSAGES.revokeFailed,
        () => body.current?.focus(),
      ),
    );
  return (
    <Stack gap="sm" ref={body} tabIndex={-1} role="group" aria-label="Granted datasets">
      <QueryBody
        query={useClientAccess(clientId)}
        errorTitle="Dataset access could not be loaded"
        skeleton={<Skeleton height={120} role="status" aria-label="Loading dataset access" />}
      >
        {(records) =>
          records.length === 0 ? (
            <EmptyState title="No datasets granted yet">
              Select a city above, then choose Grant Access.
            </EmptyState>
          ) : (
            <DataTable
              label="Dataset access"
              stacks
              rows={records}
              keyOf={({ id }) => id}
              columns={[
                {
                  header: 'Dataset',
                  cell: ({ dataset_name, city_name, granted_at }) => (
                    <>
                      <Text fw={550}>{dataset_name}</Text>
                      <Text fz="sm" c="dimmed">
                        {city_name && <>{city_name} · </>}
                        Granted {formatDate(granted_at)}
                      </Text>
                    </>
                  ),
                },
                { header: 'Type', className: classes.type, cell: ({ dataset_type }) => dataset_type },
                {
                  header: 'Access',
                  cell: ({ enabled }) => (
                    <Tag tone={enabled ? 'good' : 'quiet'}>{enabled ? 'Enabled' : 'Disabled'}</Tag>
                  ),
                },
                {
                  header: 'Action',
                  isHeaderHidden: true,
                  className: classes.action,
                  cell: ({ id, dataset_name }) => (
                    <Button
                      variant="default"
                      size="xs"
                      loading={revoke.isPending && revoke.variables === id}
                      // One at a time: a second call would drop the callbacks that report the first.
                      disabled={revoke.isPending}
                      aria-label={`Revoke ${dataset_name}`}
                      onClick={() => submit(id)}
                    >
                      Revoke
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </QueryBody>
      <NoticeAlert notice={notice} />
    </Stack>
  );
}
