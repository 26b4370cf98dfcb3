import type { AuditChange, AuditEntry } from '@landline/api/audit/contract';
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { formatDate, wordsOf } from '../../../shared/format.ts';
import { messageOr } from '../../../shared/http/errors.ts';
import { EMPTY } from '../../../shared/messages.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useAudit } from '../api/list-audit.ts';
import { useUndo } from '../api/undo.ts';
import { sentenceOf, shownValue } from '../wording.ts';
import classes from './audit-trail.module.css';

/** Who did what to something, when, acting for whom, and what became different. */
export function AuditTrail({ entity }: { entity: string }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useAudit(entity, page);
  const undo = useUndo();
  return (
    <Card title="Audit">
      {error && !data ? (
        <ErrorState title="The history could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={160} role="status" aria-label="Loading the history" />
      ) : data.data.length === 0 ? (
        <EmptyState title={EMPTY.data}>Nothing has been done here yet.</EmptyState>
      ) : (
        <>
          <ol className={classes.entries}>
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
            <nav aria-label="Pages of the history" className={classes.pages}>
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
            </nav>
          )}
        </>
      )}
      <NoticeAlert
        notice={
          undo.error ? { kind: 'error', text: messageOr(undo.error, 'This could not be undone.') } : null
        }
      />
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
  const who = (impersonatedBy ?? actor).name ?? 'Somebody who is not known any more';
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <strong>{sentenceOf(entry.type)}</strong>
        {impersonatedBy && <Tag tone="notice">Acting as the client</Tag>}
        {entry.undoable && (
          <Button variant="subtle" size="compact-xs" loading={undoing} onClick={onUndo}>
            Undo
          </Button>
        )}
      </div>
      <div className={classes.when}>
        {actor.role === 'System' ? 'Landline itself' : who} · {formatDate(entry.at)}
      </div>
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
          <del>{shownValue(before)}</del> →{' '}
        </>
      )}
      {after !== undefined && shownValue(after)}
    </li>
  );
}
