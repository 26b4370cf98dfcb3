import type { ContentRequestRecord } from '@landline/api/assistant/content-requests/contract';
import {
  CONTENT_REQUEST_STEPS,
  type ContentRequestStep,
  contentRequestStatusAfter,
  contentRequestSteps,
} from '@landline/event-schemas/lifecycles/content-request';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../../../../shared/format.ts';
import { messageOr } from '../../../../shared/http/errors.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { NOTICE_MS } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import common from '../../../../shared/ui/common.module.css';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { UrlLink } from '../../website/components/url-link.tsx';
import { MAX_LENGTH, truncate } from '../../website/truncate.ts';
import { useContentRequests, useSetRequestStatus } from '../api/content-requests.ts';
import { RequestPriority, requestStatusCell } from './badges.tsx';

const FAILED = 'Failed to update content request';

interface AdminRequestsProps {
  clientId: string;
  /** Opens the Add Custom URL form. */
  onAdd: (url: string) => void;
}

/** A client's content requests, with the status changes that staff can make (spec 002 §4). */
export function AdminRequests({ clientId, onAdd }: AdminRequestsProps) {
  const [change, setChange] = useState<StatusChange | null>(null);
  const { notice, show } = useNotice();
  const columns: readonly Column<ContentRequestRecord>[] = [
    {
      header: 'URL',
      cell: ({ url }) => <UrlLink url={url} maxLength={MAX_LENGTH.requestUrl} />,
    },
    {
      header: 'Description',
      cell: ({ description }) => truncate(description, MAX_LENGTH.description),
      titleOf: ({ description }) => description,
    },
    { header: 'Priority', cell: ({ priority }) => <RequestPriority priority={priority} /> },
    { header: 'Status', cell: requestStatusCell },
    { header: 'Requested', cell: ({ created_at }) => formatDate(created_at), className: common.nowrap },
    {
      header: 'Actions',
      cell: (request) => (
        <Group gap={6} wrap="nowrap">
          {contentRequestSteps(request.status).map((step) => (
            <Button
              key={step}
              size="xs"
              variant="default"
              aria-label={`${CONTENT_REQUEST_STEPS[step].label} ${request.url}`}
              onClick={() => setChange({ request, step })}
            >
              {CONTENT_REQUEST_STEPS[step].label}
            </Button>
          ))}
          {request.status === 'processing' && (
            <Button size="xs" variant="default" onClick={() => onAdd(request.url)}>
              Add URL
            </Button>
          )}
        </Group>
      ),
    },
  ];
  return (
    <QueryBody
      query={useContentRequests(clientId, true)}
      errorTitle="The content requests could not be loaded"
      skeleton={200}
    >
      {(requests) =>
        requests.length === 0 ? (
          <EmptyState title="No content requests" icon={IconInbox}>
            Pages that the client asks you to add appear here.
          </EmptyState>
        ) : (
          <>
            <NoticeAlert notice={notice} />
            <DataTable label="Content requests" columns={columns} rows={requests} keyOf="id" scrolls stacks />
            {change && (
              <StatusDialog
                {...change}
                onDone={(text) => show({ kind: 'success', text, forMs: NOTICE_MS })}
                onClose={() => setChange(null)}
              />
            )}
          </>
        )
      }
    </QueryBody>
  );
}

interface StatusChange {
  request: ContentRequestRecord;
  step: ContentRequestStep;
}

interface StatusDialogProps extends StatusChange {
  onDone: (message: string) => void;
  onClose: () => void;
}

function StatusDialog({ request, step, onDone, onClose }: StatusDialogProps) {
  const { label, note } = CONTENT_REQUEST_STEPS[step];
  const [adminNotes, setNotes] = useState<string>(note);
  const setStatus = useSetRequestStatus();
  const status = contentRequestStatusAfter(request.status, step);
  if (status === undefined) return null;
  const submit = () =>
    setStatus.mutate(
      { id: request.id, status, adminNotes },
      {
        onSuccess: ({ message }) => {
          onDone(message);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={`${label} content request`}
      action={label}
      isDestructive={step === 'REJECT'}
      isPending={setStatus.isPending}
      error={setStatus.error ? messageOr(setStatus.error, FAILED) : undefined}
      onConfirm={submit}
      onClose={onClose}
    >
      <Stack gap="md" style={{ overflowWrap: 'anywhere' }}>
        <span className={common.quiet}>{request.url}</span>
        {request.description && <span>{request.description}</span>}
        <Textarea
          label="Note"
          description="Emailed to the client's users and shown with the request."
          rows={3}
          value={adminNotes}
          onChange={({ currentTarget }) => setNotes(currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
