import type { LeftMessageRecord } from '@landline/api/conversations/contract';
import { Anchor, Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { formatDate } from '../../../shared/format.ts';
import { messageOf } from '../../../shared/http/errors.ts';
import { Pager } from '../../../shared/ui/pager.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import { useHandleLeftMessage, useLeftMessages } from '../api/conversations.ts';
import classes from './conversations.module.css';

const STATUSES = ['open', 'handled'] as const;

/** What visitors have left for people, where the assistant did not know. */
export function LeftMessages({ clientId }: { clientId: string }) {
  const [{ status, page }, set] = useQueryStates({
    status: parseAsStringLiteral(STATUSES).withDefault('open'),
    page: parseAsInteger.withDefault(1),
  });
  const { data, error, refetch } = useLeftMessages(clientId, status, Math.max(1, page));
  return (
    <>
      <SegmentedControl
        size="xs"
        mb="md"
        aria-label="Status"
        data={[
          { value: 'open', label: `Open${data ? ` ${data.counts.open}` : ''}` },
          { value: 'handled', label: `Handled${data ? ` ${data.counts.handled}` : ''}` },
        ]}
        value={status}
        onChange={(value) =>
          void set({ status: STATUSES.find((each) => each === value) ?? null, page: null })
        }
      />
      {!data ? (
        error ? (
          <ErrorState title="The messages could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={240} role="status" aria-label="Loading the messages" />
        )
      ) : data.messages.length === 0 ? (
        <EmptyState
          title={status === 'open' ? 'Nothing is waiting' : 'Nothing has been handled yet'}
          icon={<IconInbox size={24} stroke={1.5} />}
        >
          {status === 'open'
            ? 'Messages that visitors leave in the widget arrive here.'
            : 'Mark a message as handled to move it here.'}
        </EmptyState>
      ) : (
        <>
          <ul className={classes.list}>
            {data.messages.map((message) => (
              <LeftMessage key={message.id} clientId={clientId} message={message} />
            ))}
          </ul>
          <Pager
            page={data.pagination.page}
            totalPages={data.pagination.totalPages}
            onPage={(next) => void set({ page: next })}
          />
        </>
      )}
    </>
  );
}

function LeftMessage({ clientId, message }: { clientId: string; message: LeftMessageRecord }) {
  const handle = useHandleLeftMessage(clientId, message.id);
  const isOpen = message.status === 'open';
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <strong>{message.name}</strong>{' '}
        <Anchor href={`mailto:${message.email}`} size="sm">
          {message.email}
        </Anchor>
        <p className={classes.answer}>{message.text}</p>
        <p className={classes.quiet}>
          {formatDate(message.leftAt)}
          {message.domain && `, ${message.domain}`}
          {message.handledAt && `, handled ${formatDate(message.handledAt)}`}
        </p>
        {handle.error && <p role="alert">{messageOf(handle.error)}</p>}
      </div>
      <Button
        variant="default"
        size="xs"
        loading={handle.isPending}
        onClick={() => handle.mutate(isOpen ? 'handle' : 'reopen')}
      >
        {isOpen ? 'Mark as handled' : 'Open again'}
      </Button>
    </li>
  );
}
