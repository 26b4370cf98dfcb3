import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { formatDate } from '../../../shared/format.ts';
import { Pager } from '../../../shared/ui/pager.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useConversations } from '../api/conversations.ts';
import classes from './conversations.module.css';
import { TranscriptView } from './transcript.tsx';

const ONLY = ['unanswered', 'rated_down'] as const;

/** What visitors asked a client's assistant; one of them, when it is chosen, word for word. */
export function ConversationList({ clientId }: { clientId: string }) {
  const [{ only, page, conversation }, set] = useQueryStates({
    only: parseAsStringLiteral(ONLY),
    page: parseAsInteger.withDefault(1),
    conversation: parseAsString,
  });
  const { data, error, refetch } = useConversations(clientId, only, Math.max(1, page));
  if (conversation !== null) {
    return (
      <TranscriptView clientId={clientId} id={conversation} onBack={() => void set({ conversation: null })} />
    );
  }
  return (
    <>
      <SegmentedControl
        size="xs"
        mb="md"
        aria-label="Conversations"
        data={[
          { value: 'all', label: 'All' },
          { value: 'unanswered', label: 'Not answered' },
          { value: 'rated_down', label: 'Rated down' },
        ]}
        value={only ?? 'all'}
        onChange={(value) => void set({ only: ONLY.find((each) => each === value) ?? null, page: null })}
      />
      {!data ? (
        error ? (
          <ErrorState
            title="The conversations could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton height={320} role="status" aria-label="Loading the conversations" />
        )
      ) : data.conversations.length === 0 ? (
        <EmptyState title="No conversations yet" icon={<IconMessages size={24} stroke={1.5} />}>
          {only === null
            ? 'What visitors ask the widget is shown here, with the answers.'
            : 'None of the conversations is of this kind.'}
        </EmptyState>
      ) : (
        <>
          <ul className={classes.list}>
            {data.conversations.map((each) => (
              <li key={each.id} className={classes.row}>
                <div className={classes.what}>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    className={classes.open}
                    onClick={() => void set({ conversation: each.id })}
                  >
                    {each.lastQuestion}
                  </Button>
                  <p className={classes.quiet}>
                    {formatDate(each.lastAt)}, {each.questionCount}{' '}
                    {each.questionCount === 1 ? 'question' : 'questions'}
                    {each.domain && `, ${each.domain}`}
                    {each.userId && `, ${each.userId}`}
                  </p>
                </div>
                <span>
                  {each.source === 'test' && <Tag>Test</Tag>}{' '}
                  {each.unansweredCount > 0 && <Tag tone="notice">{each.unansweredCount} not answered</Tag>}
                </span>
              </li>
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
