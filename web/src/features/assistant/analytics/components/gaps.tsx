import type { GapQueue } from '@landline/api/assistant/analytics/contract';
import { ANSWERED_QUESTION_MAX } from '@landline/api/assistant/prompts/contract';
import { Button, Group } from '@mantine/core';
import { IconMoodCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatCount, formatDate } from '../../../../shared/format.ts';
import { CONTENT_REQUEST } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { NOTICE_MS, reportOutcome } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
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
 * Questions that were not answered or whose answers were rated down. Staff and clients can answer a question or request
 * content for it.
 */
export function Gaps({ clientId, filters }: { clientId: string | null; filters: Filters }) {
  const request = useRequestContent(filters);
  const [openGap, setOpenGap] = useState<Gap>();
  const { notice, show } = useNotice();
  const body = useRef<HTMLDivElement>(null);
  // The row's button, which has the focus, is replaced by a tag.
  const focusBody = () => body.current?.focus();
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
              // The pressed button stays enabled, which keeps the focus.
              disabled={request.isPending && request.variables.id !== gap.id}
              onClick={() => {
                if (request.isPending) return;
                const outcome = reportOutcome<{ message: string }>(
                  show,
                  ({ message }) => message,
                  CONTENT_REQUEST.failed,
                  focusBody,
                );
                request.mutate(gap, outcome);
              }}
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
          <div ref={body} className={common.stack} tabIndex={-1}>
            <p className={common.quiet}>
              Questions that the assistant could not answer or whose answers were rated down. Write the answer
              yourself, or request content to add the missing information.
            </p>
            <NoticeAlert notice={notice} />
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
                onSaved={(text) => {
                  setOpenGap(undefined);
                  focusBody();
                  show({ kind: 'success', text, forMs: NOTICE_MS });
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
