import type { LeftMessageRecord } from '@landline/api/assistant/conversations/contract';
import { Anchor, Box, Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { formatDate } from '../../../../shared/format.ts';
import { messageOf } from '../../../../shared/http/errors.ts';
import { parseAsPage } from '../../../../shared/page-parameter.ts';
import common from '../../../../shared/ui/common.module.css';
import { FilteredList } from '../../../../shared/ui/filtered-list.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useLeftMessages, useSetLeftMessageStatus } from '../api/conversations.ts';
import classes from './conversations.module.css';

const STATUSES = ['open', 'handled'] as const;

/** Messages that visitors left when the assistant could not answer. */
export function LeftMessages({ clientId }: { clientId: string }) {
  const [{ status, page }, set] = useQueryStates({
    status: parseAsStringLiteral(STATUSES).withDefault('open'),
    page: parseAsPage,
  });
  const messages = useLeftMessages(clientId, status, page);
  return (
    <FilteredList
      label="Status"
      filters={{ open: 'Open', handled: 'Handled' }}
      filter={status}
      onFilter={(next) => void set({ status: next, page: null })}
      query={messages}
      noun="messages"
      isEmpty={(data) => data.messages.length === 0}
      empty={
        <EmptyState
          title={status === 'open' ? 'No open messages' : 'No handled messages yet'}
          icon={IconInbox}
        >
          {status === 'open'
            ? 'Messages that visitors leave in the widget appear here.'
            : 'Messages you mark as handled appear here.'}
        </EmptyState>
      }
      onPage={(next) => void set({ page: next })}
    >
      {(data, onLeave) => (
        <ul className={classes.list}>
          {data.messages.map((message) => (
            <LeftMessage key={message.id} clientId={clientId} message={message} onLeave={onLeave} />
          ))}
        </ul>
      )}
    </FilteredList>
  );
}

interface LeftMessageProps {
  clientId: string;
  message: LeftMessageRecord;
  /** Called with a sentence for screen readers when the message was handled or reopened. */
  onLeave: (announcement: string) => void;
}

function LeftMessage({ clientId, message, onLeave }: LeftMessageProps) {
  const isOpen = message.status === 'open';
  const setStatus = useSetLeftMessageStatus(clientId, message.id, () =>
    onLeave(`The message from ${message.name} was ${isOpen ? 'marked as handled' : 'reopened'}.`),
  );
  return (
    <li className={common.row}>
      <Box flex="1 1 260px" miw={0}>
        <strong>{message.name}</strong>{' '}
        <Anchor href={`mailto:${message.email}`} size="sm">
          {message.email}
        </Anchor>
        <p className={classes.answer}>{message.text}</p>
        <Box component="p" m="4px 0 0" c="dimmed" fz="sm" className={common.wrap ?? ''}>
          {formatDate(message.leftAt)}
          {message.domain && ` · ${message.domain}`}
          {message.handledAt && ` · handled ${formatDate(message.handledAt)}`}
        </Box>
        {setStatus.error && <p role="alert">{messageOf(setStatus.error)}</p>}
      </Box>
      <Button
        variant="default"
        size="xs"
        loading={setStatus.isPending}
        onClick={() => setStatus.mutate(isOpen ? 'handle' : 'reopen')}
      >
        {isOpen ? 'Mark as handled' : 'Reopen'}
      </Button>
    </li>
  );
}
