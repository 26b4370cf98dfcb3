import type { GapQueue } from '@landline/api/analytics/contract';
import { Button } from '@mantine/core';
import { IconMoodCheck } from '@tabler/icons-react';
import { formatCount, formatDate } from '../../../shared/format.ts';
import { messageOr } from '../../../shared/http/errors.ts';
import { CONTENT_REQUEST } from '../../../shared/messages.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useRequestContent } from '../api/request-content.ts';
import { useGaps } from '../api/views.ts';
import type { Filters } from '../filters.ts';
import classes from './analytics.module.css';
import { ExportButton } from './export-button.tsx';
import { Loaded } from './loaded.tsx';

/** What was asked and not answered, or badly: each becomes a content request in one click. */
export function Gaps({ clientId, filters }: { clientId: string | null; filters: Filters }) {
  const asking = useRequestContent(filters);
  return (
    <Loaded query={useGaps(clientId, filters)} title="The gaps could not be loaded">
      {({ gaps }) =>
        gaps.length === 0 ? (
          <EmptyState title="No gaps" icon={<IconMoodCheck size={24} stroke={1.5} />}>
            Every question of this time was answered, and no answer was rated down.
          </EmptyState>
        ) : (
          <div className={classes.stack}>
            <p className={classes.quiet}>
              Questions that the assistant could not answer, or whose answers were rated down. Request content
              to have the client's website looked through for an answer.
            </p>
            <NoticeAlert
              notice={
                asking.error
                  ? {
                      kind: 'error',
                      text: messageOr(asking.error, CONTENT_REQUEST.failed, CONTENT_REQUEST.network),
                    }
                  : asking.data
                    ? { kind: 'success', text: asking.data.message }
                    : null
              }
            />
            <ScrollFrame label="Gap queue">
              <table className={`${table.table} ${table.stacked}`} aria-label="Gap queue">
                <thead>
                  <tr>
                    <th>Question</th>
                    <th data-num>Asked</th>
                    <th>Why</th>
                    <th>Last asked</th>
                    <th>
                      <span className={table.hidden}>Actions</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {gaps.map((gap) => (
                    <Gap
                      key={gap.id}
                      gap={gap}
                      onRequest={() => asking.mutate(gap)}
                      busy={asking.isPending}
                    />
                  ))}
                </tbody>
              </table>
            </ScrollFrame>
            <ExportButton view="gaps" clientId={clientId} filters={filters} />
          </div>
        )
      }
    </Loaded>
  );
}

interface GapProps {
  gap: GapQueue['gaps'][number];
  onRequest: () => void;
  busy: boolean;
}

function Gap({ gap, onRequest, busy }: GapProps) {
  return (
    <tr>
      <td className={classes.question}>{gap.question}</td>
      <td data-num data-label="Asked">
        {formatCount(gap.count)}
      </td>
      <td>
        {gap.unanswered > 0 && <Tag tone="notice">{gap.unanswered} not answered</Tag>}{' '}
        {gap.rated_down > 0 && <Tag tone="bad">{gap.rated_down} rated down</Tag>}
      </td>
      <td className={classes.when} data-label="Last asked">
        {formatDate(gap.last_asked_at)}
      </td>
      <td className={classes.action}>
        {gap.requested ? (
          <Tag tone="good">Requested</Tag>
        ) : (
          <Button
            variant="default"
            size="xs"
            disabled={busy}
            onClick={onRequest}
            aria-label={`Request content: ${gap.question}`}
          >
            Request content
          </Button>
        )}
      </td>
    </tr>
  );
}
