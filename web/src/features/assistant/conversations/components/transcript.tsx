import type { Transcript } from '@landline/api/assistant/conversations/contract';
import { Anchor, Box, Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { formatDate, formatRatio } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useTranscript } from '../api/conversations.ts';
import classes from './conversations.module.css';

interface TranscriptProps {
  clientId: string;
  id: string;
  onBack: () => void;
}

/** The questions and answers of a conversation, with sources and confidence. */
export function TranscriptView({ clientId, id, onBack }: TranscriptProps) {
  return (
    <>
      <Button
        variant="default"
        size="xs"
        mb="md"
        leftSection={<IconArrowLeft size={16} stroke={1.6} />}
        onClick={onBack}
      >
        All conversations
      </Button>
      <QueryBody
        query={useTranscript(clientId, id)}
        failed="The conversation could not be loaded"
        loading={320}
      >
        {({ startedAt, exchanges }) => (
          <Card title={`Conversation from ${formatDate(startedAt)}`}>
            <ol className={classes.transcript}>
              {exchanges.map((exchange) => (
                <ExchangeItem key={exchange.questionId} exchange={exchange} />
              ))}
            </ol>
          </Card>
        )}
      </QueryBody>
    </>
  );
}

function ExchangeItem({ exchange }: { exchange: Transcript['exchanges'][number] }) {
  const { question, answer, citations, askedAt, pageUrl, confidence, answered, stopped, rating } = exchange;
  return (
    <li>
      <Box component="p" m="0 0 8px" fw={600} className={common.wrap ?? ''}>
        {question}
      </Box>
      <p className={classes.answer}>{answer ?? 'The assistant did not respond.'}</p>
      {citations.length > 0 && (
        <ul className={classes.sources} aria-label="Sources">
          {citations.map((page) => (
            <li key={page.number}>
              <Anchor href={page.url} target="_blank" rel="noopener noreferrer nofollow" size="sm">
                {page.number}. {page.title || page.url}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
      <Box component="p" m="4px 0 0" c="dimmed" fz="sm" className={common.wrap ?? ''}>
        {formatDate(askedAt)}
        {pageUrl && `, ${pageUrl}`}
        {confidence !== null && `, confidence ${formatRatio(confidence)}`}{' '}
        {answer !== null && !answered && <Tag tone="notice">Not answered</Tag>}
        {stopped && <Tag>Stopped</Tag>}
        {rating === 'up' && <Tag tone="good">Rated up</Tag>}
        {rating === 'down' && <Tag tone="bad">Rated down</Tag>}
      </Box>
    </li>
  );
}
