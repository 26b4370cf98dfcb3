import type { GapQueue } from '@landline/api/assistant/analytics/contract';
import { Button } from '@mantine/core';
import { IconMoodCheck } from '@tabler/icons-react';
import { formatCount, formatDate } from '../../../../shared/format.ts';
import { messageOr } from '../../../../shared/http/errors.ts';
import { CONTENT_REQUEST } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import common from '../../../../shared/ui/common.module.css';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useRequestContent } from '../api/commands.ts';
import { useGaps } from '../api/views.ts';
import type { Filters } from '../filters.ts';
import classes from './analytics.module.css';
import { ExportButton } from './export-button.tsx';
import { Loaded } from './loaded.tsx';

/** Questions that were not answered or answered poorly; each can become a content request. */
export function Gaps({ clientId, filters }: { clientId: string | null; filters: Filters }) {
  const request = useRequestContent(filters);
  const columns: readonly Column<GapQueue['gaps'][number]>[] = [
    { header: 'Question', cell: ({ question }) => question, className: classes.question },
    { header: 'Asked', isNumeric: true, cell: ({ count }) => formatCount(count) },
    {
      header: 'Reason',
      cell: ({ unanswered, rated_down }) => (
        <>
          {unanswered > 0 && <Tag tone="notice">{unanswered} not answered</Tag>}{' '}
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
      cell: (gap) =>
        gap.requested ? (
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
        ),
    },
  ];
  return (
    <Loaded query={useGaps(clientId, filters)} title="The gaps could not be loaded">
      {({ gaps }) =>
        gaps.length === 0 ? (
          <EmptyState title="No gaps" icon={<IconMoodCheck size={24} stroke={1.5} />}>
            In this period, every question was answered and no answer was rated down.
          </EmptyState>
        ) : (
          <div className={common.stack}>
            <p className={common.quiet}>
              Questions that the assistant could not answer or whose answers were rated down. Request content
              to add the missing information.
            </p>
            <NoticeAlert
              notice={
                request.error
                  ? {
                      kind: 'error',
                      text: messageOr(request.error, CONTENT_REQUEST.failed, CONTENT_REQUEST.network),
                    }
                  : request.data
                    ? { kind: 'success', text: request.data.message }
                    : null
              }
            />
            <DataTable label="Gap queue" columns={columns} rows={gaps} keyOf="id" scrolls stacks />
            <ExportButton view="gaps" clientId={clientId} filters={filters} />
          </div>
        )
      }
    </Loaded>
  );
}
