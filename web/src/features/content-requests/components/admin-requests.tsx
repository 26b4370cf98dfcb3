import type { ContentRequestRecord } from '@landline/api/content-requests/contract';
import {
  CONTENT_REQUEST_STEPS,
  type ContentRequestStep,
  contentRequestStatusAfter,
  contentRequestSteps,
} from '@landline/event-schemas/lifecycles/content-request';
import { Anchor, Button, Group, Modal, Skeleton, Stack, Textarea } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../../../shared/format.ts';
import { messageOr } from '../../../shared/http/errors.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../shared/notice/use-notice.ts';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import classes from '../../content/components/content.module.css';
import { CUT, shortened } from '../../content/shorten.ts';
import { useAnswerRequest, useContentRequests } from '../api/content-requests.ts';
import { RequestPriority, RequestStatus } from './badges.tsx';

const FAILED = 'Failed to update content request';
const SHOWN_MS = 5_000;

interface AdminRequestsProps {
  clientId: string;
  /** Opens the form that puts its URL on the list. */
  onAdd: (url: string) => void;
}

/** What a client asked for, with the steps that each request's status takes (spec 002 §4). */
export function AdminRequests({ clientId, onAdd }: AdminRequestsProps) {
  const { data, error, refetch } = useContentRequests(clientId, true);
  const [answering, setAnswering] = useState<{
    request: ContentRequestRecord;
    step: ContentRequestStep;
  } | null>(null);
  const { notice, show } = useNotice();
  if (!data) {
    return error ? (
      <ErrorState
        title="The content requests could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    ) : (
      <Skeleton height={200} role="status" aria-label="Loading the content requests" />
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState title="No content requests" icon={<IconInbox size={24} stroke={1.5} />}>
        What the client asks the assistant to learn arrives here.
      </EmptyState>
    );
  }
  return (
    <>
      <NoticeAlert notice={notice} />
      <ScrollFrame label="Content requests">
        <table className={`${table.table} ${table.stacked}`}>
          <thead>
            <tr>
              <th>URL</th>
              <th>Description</th>
              <th>Priority</th>
              <th>Status</th>
              <th>Requested</th>
              <th>Actions</th>
            </tr>
          </thead>
          <tbody>
            {data.map((request) => (
              <tr key={request.id}>
                <td>
                  <Anchor
                    size="sm"
                    href={request.url}
                    target="_blank"
                    rel="noopener noreferrer"
                    title={request.url}
                    className={classes.url}
                  >
                    {shortened(request.url, CUT.requestUrl)}
                  </Anchor>
                </td>
                <td title={request.description}>{shortened(request.description, CUT.description)}</td>
                <td>
                  <RequestPriority priority={request.priority} />
                </td>
                <td>
                  <RequestStatus status={request.status} />
                  {request.adminNotes && <span className={classes.reason}>{request.adminNotes}</span>}
                </td>
                <td className={classes.nowrap}>{formatDate(request.created_at)}</td>
                <td>
                  <Group gap={6} wrap="nowrap">
                    {contentRequestSteps(request.status).map((step) => (
                      <Button
                        key={step}
                        size="xs"
                        variant="default"
                        aria-label={`${CONTENT_REQUEST_STEPS[step].label} ${request.url}`}
                        onClick={() => setAnswering({ request, step })}
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
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      {answering && (
        <Answer
          {...answering}
          onDone={(text) => show({ kind: 'success', text, forMs: SHOWN_MS })}
          onClose={() => setAnswering(null)}
        />
      )}
    </>
  );
}

interface AnswerProps {
  request: ContentRequestRecord;
  step: ContentRequestStep;
  onDone: (message: string) => void;
  onClose: () => void;
}

function Answer({ request, step, onDone, onClose }: AnswerProps) {
  const { label, note } = CONTENT_REQUEST_STEPS[step];
  const [adminNotes, setNotes] = useState<string>(note);
  const answer = useAnswerRequest();
  const status = contentRequestStatusAfter(request.status, step);
  if (status === undefined) return null;
  const submit = () =>
    answer.mutate(
      { id: request.id, status, adminNotes },
      {
        onSuccess: ({ message }) => {
          onDone(message);
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={`${label} content request`}>
      <Stack gap="md">
        <p className={classes.quiet} style={{ overflowWrap: 'anywhere' }}>
          {request.url}
        </p>
        {request.description && <p style={{ margin: 0, overflowWrap: 'anywhere' }}>{request.description}</p>}
        <Textarea
          label="Note"
          description="The client reads it, here and by mail."
          rows={3}
          maxLength={1_000}
          data-autofocus
          value={adminNotes}
          onChange={({ currentTarget }) => setNotes(currentTarget.value)}
        />
        {answer.error && <NoticeAlert notice={{ kind: 'error', text: messageOr(answer.error, FAILED) }} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button {...(step === 'REJECT' && { color: 'red' })} loading={answer.isPending} onClick={submit}>
            {label}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
