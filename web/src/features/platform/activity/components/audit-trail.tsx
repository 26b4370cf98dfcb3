import type { AuditChange, AuditEntry } from '@landline/api/platform/activity/contract';
import { Box, Button, Group, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { formatDate, wordsOf } from '../../../../shared/format.ts';
import { EMPTY } from '../../../../shared/messages.ts';
import { ErrorNotice } from '../../../../shared/notice/error-notice.tsx';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useAudit, useUndo } from '../api/activity.ts';
import { displayValue, sentenceOf } from '../event-texts.ts';
import classes from './audit-trail.module.css';

/** Lists an entity's activities: actor, time, impersonation and changes. */
export function AuditTrail({ entity }: { entity: string }) {
  const [page, setPage] = useState(1);
  const query = useAudit(entity, page);
  const undo = useUndo();
  return (
    <Card title="Audit">
      <QueryBody
        query={query}
        errorTitle="The history could not be loaded"
        skeleton={<Skeleton height={160} role="status" aria-label="Loading history" />}
      >
        {(data) =>
          data.data.length === 0 ? (
            <EmptyState title={EMPTY.data}>No activity has been recorded yet.</EmptyState>
          ) : (
            <>
              <ol className={common.list}>
                {data.data.map((entry) => (
                  <Entry
                    key={entry.position}
                    entry={entry}
                    undoing={undo.isPending && undo.variables === entry.position}
                    onUndo={() => undo.mutate(entry.position)}
                  />
                ))}
              </ol>
              {data.pagination.totalPages > 1 && (
                <Group
                  component="nav"
                  aria-label="History pages"
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
                    {page} of {data.pagination.totalPages}
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
            </>
          )
        }
      </QueryBody>
      <ErrorNotice error={undo.error} failed="The change could not be undone. Try again." />
    </Card>
  );
}

interface EntryProps {
  entry: AuditEntry;
  undoing: boolean;
  onUndo: () => void;
}

function Entry({ entry, undoing, onUndo }: EntryProps) {
  const { actor, impersonatedBy } = entry;
  const name = (impersonatedBy ?? actor).name ?? 'Deleted user';
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <strong>{sentenceOf(entry.type)}</strong>
        {impersonatedBy && <Tag tone="notice">While impersonating</Tag>}
        {entry.undoable && (
          <Button variant="subtle" size="compact-xs" loading={undoing} onClick={onUndo}>
            Undo
          </Button>
        )}
      </div>
      <Box fz="sm" c="dimmed">
        {actor.role === 'System' ? 'System' : name} · {formatDate(entry.at)}
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
      {wordsOf(field)}:{' '}
      {before !== undefined && (
        <>
          <del>{displayValue(before)}</del> →{' '}
        </>
      )}
      {after !== undefined && displayValue(after)}
    </li>
  );
}
