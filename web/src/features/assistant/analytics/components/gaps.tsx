import type { GapQueue } from '@landline/api/assistant/analytics/contract';
import { ANSWERED_QUESTION_MAX } from '@landline/api/assistant/prompts/contract';
import { Button, Group } from '@mantine/core';
import { IconMoodCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatDate } from '../../../../shared/format.ts';
import { messageOr } from '../../../../shared/http/errors.ts';
import { CONTENT_REQUEST } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import common from '../../../../shared/ui/common.module.css';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { ApproveAnswerDialog } from '../../prompts/components/approve-answer-dialog.tsx';
import { useRequestContent } from '../api/commands.ts';
import { useGaps } from '../api/views.ts';
import type { Filters } from '../filters.ts';
import classes from './analytics.module.css';
import { ExportButton } from './export-button.tsx';
import { ViewBody } from './view-body.tsx';

type Gap = GapQueue['gaps'][number];

/**
 * Questions that were not answered or whose answers were rated down; staff and clients can answer each or request
 * content for it.
 */
export function Gaps({ clientId, filters }: { clientId: string | null; filters: Filters }) {
  const request = useRequestContent(filters);
  const [openGap, setOpenGap] = useState<Gap>();
  const [approvedMessage, setApprovedMessage] = useState<string>();
  const success = approvedMessage ?? request.data?.message;
  const columns: readonly Column<Gap>[] = [
    { header: 'Question', cell: ({ question }) => question, className: classes.question },
    ...(clientId === null ? [{ header: 'Client', cell: ({ clientName }: Gap) => clientName }] : []),
    { header: 'Asked', isNumeric: true, cell: ({ count }) => formatCount(count) },
    {
      header: 'Reason',
      cell: ({ unanswered, rated_down }) => (
        <>
          {unanswered > 0 && <Tag tone="notice">{unanswered} unanswered</Tag>}{' '}
          {rated_down > 0 && <Tag tone="bad">{rated_down} rated down</Tag>}
        </>
      ),
    },
    {
      header: 'Last asked',
      isLabeled: true,
      cell: ({ last_asked_at }) => formatDate(last_asked_at),
      className: classes.when,
    },
    {
      header: 'Actions',
      isHeaderHidden: true,
      className: classes.action,
      cell: (gap) => (
        <Group gap="xs" justify="flex-end">
          {gap.approved ? (
            <Tag tone="good">Answer approved</Tag>
          ) : (
            <Button
              variant="default"
              size="xs"
              onClick={() => setOpenGap(gap)}
              aria-label={`Write the answer: ${gap.question}`}
            >
              Write the answer
            </Button>
          )}
          {gap.requested ? (
            <Tag tone="good">Requested</Tag>
          ) : (
            <Button
              variant="default"
              size="xs"
              disabled={request.isPending}
              onClick={() => request.mutate(gap)}
              aria-label={`Request content: ${gap.question}`}
            >
              Request content
            </Button>
          )}
        </Group>
      ),
    },
  ];
  return (
    <ViewBody query={useGaps(clientId, filters)} title="The gaps could not be loaded">
      {({ gaps }) =>
        gaps.length === 0 ? (
          <EmptyState title="No gaps" icon={IconMoodCheck}>
            In this period, every question was answered and no answer was rated down.
          </EmptyState>
        ) : (
          <div className={common.stack}>
            <p className={common.quiet}>
              Questions that the assistant could not answer or whose answers were rated down. Write the answer
              yourself, or request content to add the missing information.
            </p>
            <NoticeAlert
              notice={
                request.error
                  ? {
                      kind: 'error',
                      text: messageOr(request.error, CONTENT_REQUEST.failed, CONTENT_REQUEST.network),
                    }
                  : success === undefined
                    ? null
                    : { kind: 'success', text: success }
              }
            />
            <DataTable label="Gap queue" columns={columns} rows={gaps} keyOf="id" scrolls stacks />
            <ExportButton view="gaps" clientId={clientId} filters={filters} />
            {openGap && (
              <ApproveAnswerDialog
                clientId={openGap.clientId}
                answer={{
                  question: openGap.question.slice(0, ANSWERED_QUESTION_MAX),
                  answer: '',
                  page_url: null,
                  exchange: { conversationId: openGap.conversationId, questionId: openGap.questionId },
                }}
                onSaved={(message) => {
                  setOpenGap(undefined);
                  setApprovedMessage(message);
                }}
                onClose={() => setOpenGap(undefined)}
              />
            )}
          </div>
        )
      }
    </ViewBody>
  );
}
