import { Box, Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { formatDate } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { FilteredList } from '../../../../shared/ui/filtered-list.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useConversations } from '../api/conversations.ts';
import classes from './conversations.module.css';
import { TranscriptView } from './transcript.tsx';

const ONLY = ['unanswered', 'rated_down'] as const;
const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'unanswered', label: 'Not answered' },
  { value: 'rated_down', label: 'Rated down' },
] as const;

/** A client's conversations, or the transcript of the selected one. */
export function ConversationList({ clientId }: { clientId: string }) {
  const [{ only, page, conversation: selectedId }, set] = useQueryStates({
    only: parseAsStringLiteral(ONLY),
    page: parseAsInteger.withDefault(1),
    conversation: parseAsString,
  });
  const conversations = useConversations(clientId, only, Math.max(1, page));
  if (selectedId !== null) {
    return (
      <TranscriptView clientId={clientId} id={selectedId} onBack={() => void set({ conversation: null })} />
    );
  }
  return (
    <FilteredList
      label="Conversations"
      filters={FILTERS}
      filter={only ?? 'all'}
      onFilter={(value) => void set({ only: value === 'all' ? null : value, page: null })}
      query={conversations}
      noun="conversations"
      isEmpty={(data) => data.conversations.length === 0}
      empty={
        <EmptyState
          title={only === null ? 'No conversations yet' : 'No matching conversations'}
          icon={IconMessages}
        >
          {only === null
            ? "Visitors' questions and the assistant's answers appear here."
            : 'Choose another filter to see more conversations.'}
        </EmptyState>
      }
      onPage={(next) => void set({ page: next })}
    >
      {(data) => (
        <ul className={classes.list}>
          {data.conversations.map((conversation) => (
            <li key={conversation.id} className={classes.row}>
              <Box flex="1 1 260px" miw={0}>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  maw="100%"
                  ms={-8}
                  onClick={() => void set({ conversation: conversation.id })}
                >
                  {conversation.lastQuestion}
                </Button>
                <Box component="p" m="4px 0 0" c="dimmed" fz="sm" className={common.wrap ?? ''}>
                  {formatDate(conversation.lastAt)}, {conversation.questionCount}{' '}
                  {conversation.questionCount === 1 ? 'question' : 'questions'}
                  {conversation.domain && `, ${conversation.domain}`}
                  {conversation.userId && `, ${conversation.userId}`}
                </Box>
              </Box>
              <span>
                {conversation.source === 'test' && <Tag>Test</Tag>}{' '}
                {conversation.unansweredCount > 0 && (
                  <Tag tone="notice">{conversation.unansweredCount} not answered</Tag>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </FilteredList>
  );
}
