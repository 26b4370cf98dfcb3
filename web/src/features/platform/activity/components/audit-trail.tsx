import type { AuditChange, AuditEntry } from '@landline/api/platform/activity/contract';
import { Box, Button, Group, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { formatDate } from '../../../../shared/format.ts';
import { EMPTY } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { reportOutcome } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useAudit, useUndo } from '../api/activity.ts';
import { displayValue, eventLabel, fieldLabel } from '../event-texts.ts';
import classes from './audit-trail.module.css';

const UNDO_FAILED = 'The change could not be undone. Try again.';

/** Lists an entity's activities: actor, time, impersonation and changes. */
export function AuditTrail({ entity }: { entity: string }) {
  const [page, setPage] = useState(1);
  const query = useAudit(entity, page);
  const undo = useUndo();
  const { notice, show } = useNotice();
  return (
    <Card title="Audit">
      <QueryBody
        query={query}
        errorTitle="The audit trail could not be loaded"
        skeleton={<Skeleton height={160} role="status" aria-label="Loading audit trail" />}
      >
        {(data) =>
          data.data.length === 0 ? (
            <EmptyState title={EMPTY.data}>No changes have been recorded yet.</EmptyState>
          ) : (
            <div className={common.dims} aria-busy={query.isPlaceholderData}>
              <ol className={common.list}>
                {data.data.map((entry) => (
                  <Entry
                    key={entry.position}
                    entry={entry}
                    isUndoing={undo.isPending && undo.variables === entry.position}
                    isBusy={undo.isPending}
                    onUndo={() =>
                      undo.mutate(
                        entry.position,
                        reportOutcome(show, ({ message }) => message, UNDO_FAILED),
                      )
                    }
                  />
                ))}
              </ol>
              {data.pagination.totalPages > 1 && (
                <Group
                  component="nav"
                  aria-label="Audit trail pages"
                  gap={12}
                  wrap="nowrap"
                  justify="center"
                  mt={12}
                  fz="sm"
                  c="dimmed"
                >
                  <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
                    Newer
                  </Button>
                  <span className="num">
                    {data.pagination.page} of {data.pagination.totalPages}
                  </span>
                  <Button
                    variant="default"
                    size="xs"
                    disabled={page >= data.pagination.totalPages}
                    onClick={() => setPage(page + 1)}
                  >
                    Older
                  </Button>
                </Group>
              )}
            </div>
          )
        }
      </QueryBody>
      <NoticeAlert notice={notice} />
    </Card>
  );
}

interface EntryProps {
  entry: AuditEntry;
  isUndoing: boolean;
  /** True while this or another change is being undone. */
  isBusy: boolean;
  onUndo: () => void;
}

function Entry({ entry, isUndoing, isBusy, onUndo }: EntryProps) {
  const { actor, impersonatedBy } = entry;
  const event = eventLabel(entry.type);
  const at = formatDate(entry.at);
  const name = (impersonatedBy ?? actor).name ?? 'Deleted user';
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <strong>{event}</strong>
        {impersonatedBy && <Tag tone="notice">Acting as the client</Tag>}
        {entry.undoable && (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`Undo ${event}, ${at}`}
            loading={isUndoing}
            disabled={isBusy}
            onClick={onUndo}
          >
            Undo
          </Button>
        )}
      </div>
      <Box fz="sm" c="dimmed">
        {actor.role === 'System' ? 'System' : name} · {at}
      </Box>
      {entry.changes.length > 0 && (
        <ul className={classes.changes}>
          {entry.changes.map((change) => (
            <Change key={change.field} change={change} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Change({ change: { field, before, after } }: { change: AuditChange }) {
  return (
    <li>
      {fieldLabel(field)}:{' '}
      {before !== undefined && (
        <>
          <del>{displayValue(before)}</del> →{' '}
        </>
      )}
      {after !== undefined && displayValue(after)}
    </li>
  );
}
