import { Box, Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { formatDate } from '../../../../shared/format.ts';
import { parseAsPage } from '../../../../shared/page-parameter.ts';
import common from '../../../../shared/ui/common.module.css';
import { FilteredList } from '../../../../shared/ui/filtered-list.tsx';
import { focusOn } from '../../../../shared/ui/focus-on.ts';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useConversations } from '../api/conversations.ts';
import classes from './conversations.module.css';
import { TranscriptView } from './transcript.tsx';

const FILTER_VALUES = ['unanswered', 'rated_down'] as const;
const FILTERS = { all: 'All', unanswered: 'Unanswered', rated_down: 'Rated down' } as const;

/** A client's conversations, or the transcript of the selected one. */
export function ConversationList({ clientId }: { clientId: string }) {
  const [{ filter, page, conversation: selectedId }, set] = useQueryStates(
    {
      filter: parseAsStringLiteral(FILTER_VALUES),
      page: parseAsPage,
      conversation: parseAsString.withOptions({ history: 'push' }),
    },
    { urlKeys: { filter: 'only' } },
  );
  /** Conversation that takes the focus when it is opened, and whose row takes it afterwards. */
  const [focusedId, setFocusedId] = useState<string>();
  const conversations = useConversations(clientId, filter, page);
  if (selectedId !== null) {
    return (
      <TranscriptView
        clientId={clientId}
        id={selectedId}
        takesFocus={selectedId === focusedId}
        onBack={() => void set({ conversation: null })}
      />
    );
  }
  const browse = (change: Parameters<typeof set>[0]) => {
    setFocusedId(undefined);
    void set(change);
  };
  return (
    <FilteredList
      label="Conversations"
      filters={FILTERS}
      filter={filter ?? 'all'}
      onFilter={(value) => browse({ filter: value === 'all' ? null : value, page: null })}
      query={conversations}
      noun="conversations"
      isEmpty={(data) => data.conversations.length === 0}
      empty={
        <EmptyState
          title={filter === null ? 'No conversations yet' : 'No matching conversations'}
          icon={IconMessages}
        >
          {filter === null
            ? "Visitors' questions and the assistant's answers appear here."
            : 'Choose another filter to see more conversations.'}
        </EmptyState>
      }
      onPage={(next) => browse({ page: next })}
    >
      {(data) => (
        <ul className={classes.list}>
          {data.conversations.map((conversation) => (
            <li key={conversation.id} className={common.row}>
              <Box flex="1 1 260px" miw={0}>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  maw="100%"
                  ms={-8}
                  ref={conversation.id === focusedId ? focusOn : null}
                  onClick={() => {
                    setFocusedId(conversation.id);
                    void set({ conversation: conversation.id });
                  }}
                >
                  {conversation.lastQuestion}
                </Button>
                <Box component="p" m="4px 0 0" c="dimmed" fz="sm" className={common.wrap ?? ''}>
                  {formatDate(conversation.lastAt)} · {conversation.questionCount}{' '}
                  {conversation.questionCount === 1 ? 'question' : 'questions'}
                  {conversation.domain && ` · ${conversation.domain}`}
                  {conversation.userId && ` · ${conversation.userId}`}
                </Box>
              </Box>
              <span>
                {conversation.source === 'test' && <Tag>Test</Tag>}{' '}
                {conversation.unansweredCount > 0 && (
                  <Tag tone="notice">{conversation.unansweredCount} unanswered</Tag>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </FilteredList>
  );
}
