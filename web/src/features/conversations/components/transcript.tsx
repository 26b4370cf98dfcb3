import { Anchor, Button, Skeleton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { formatDate } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useTranscript } from '../api/conversations.ts';
import classes from './conversations.module.css';

interface TranscriptProps {
  clientId: string;
  id: string;
  onBack: () => void;
}

/** A conversation, word for word, with where each answer came from and how sure it was. */
export function TranscriptView({ clientId, id, onBack }: TranscriptProps) {
  const { data, error, refetch } = useTranscript(clientId, id);
  const back = (
    <Button
      variant="default"
      size="xs"
      mb="md"
      leftSection={<IconArrowLeft size={16} stroke={1.6} />}
      onClick={onBack}
    >
      All conversations
    </Button>
  );
  if (!data) {
    return (
      <>
        {back}
        {error ? (
          <ErrorState
            title="The conversation could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton height={320} role="status" aria-label="Loading the conversation" />
        )}
      </>
    );
  }
  return (
    <>
      {back}
      <Card title={`Conversation of ${formatDate(data.startedAt)}`}>
        <ol className={classes.transcript}>
          {data.exchanges.map((each) => (
            <li key={each.questionId}>
              <p className={classes.question}>{each.question}</p>
              <p className={classes.answer}>{each.answer ?? 'No answer came.'}</p>
              {each.citations.length > 0 && (
                <ul className={classes.sources} aria-label="Sources">
                  {each.citations.map((page) => (
                    <li key={page.number}>
                      <Anchor href={page.url} target="_blank" rel="noopener noreferrer nofollow" size="sm">
                        {page.number}. {page.title || page.url}
                      </Anchor>
                    </li>
                  ))}
                </ul>
              )}
              <p className={classes.quiet}>
                {formatDate(each.askedAt)}
                {each.pageUrl && `, ${each.pageUrl}`}
                {each.confidence !== null && `, confidence ${Math.round(each.confidence * 100)} %`}{' '}
                {each.answer !== null && !each.answered && <Tag tone="notice">Not answered</Tag>}
                {each.stopped && <Tag>Stopped</Tag>}
                {each.rating === 'up' && <Tag tone="good">Rated up</Tag>}
                {each.rating === 'down' && <Tag tone="bad">Rated down</Tag>}
              </p>
            </li>
          ))}
        </ol>
      </Card>
    </>
  );
}
