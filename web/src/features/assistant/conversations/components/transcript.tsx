import type { Transcript } from '@landline/api/assistant/conversations/contract';
import { ANSWERED_QUESTION_MAX } from '@landline/api/assistant/prompts/contract';
import { Anchor, Box, Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate, formatRatio } from '../../../../shared/format.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { ApproveAnswerDialog } from '../../prompts/components/approve-answer-dialog.tsx';
import { useTranscript } from '../api/conversations.ts';
import classes from './conversations.module.css';

interface TranscriptProps {
  clientId: string;
  id: string;
  onBack: () => void;
}

type ShownExchange = Transcript['exchanges'][number];

/** The questions and answers of a conversation, with sources and confidence; each answer can be approved or corrected. */
export function TranscriptView({ clientId, id, onBack }: TranscriptProps) {
  const [judged, setJudged] = useState<ShownExchange>();
  const { notice, show } = useNotice();
  const close = () => setJudged(undefined);
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
      <NoticeAlert notice={notice} />
      <QueryBody
        query={useTranscript(clientId, id)}
        failed="The conversation could not be loaded"
        loading={320}
      >
        {({ startedAt, exchanges }) => (
          <Card title={`Conversation from ${formatDate(startedAt)}`}>
            <ol className={classes.transcript}>
              {exchanges.map((exchange) => (
                <ExchangeItem
                  key={exchange.questionId}
                  exchange={exchange}
                  onJudge={() => setJudged(exchange)}
                />
              ))}
            </ol>
          </Card>
        )}
      </QueryBody>
      {judged && (
        <ApproveAnswerDialog
          clientId={clientId}
          answer={{
            question: judged.question.slice(0, ANSWERED_QUESTION_MAX),
            answer: judged.answered ? withoutNumbers(judged.answer ?? '') : '',
            page_url: judged.citations.find(({ url }) => url !== '')?.url ?? null,
            exchange: { conversationId: id, questionId: judged.questionId },
          }}
          onSaved={(text) => {
            close();
            show({ kind: 'success', text });
          }}
          onClose={close}
        />
      )}
    </>
  );
}

const withoutNumbers = (text: string) => text.replaceAll(/\s*\[\d{1,2}\]/g, '');

function ExchangeItem({ exchange, onJudge }: { exchange: ShownExchange; onJudge: () => void }) {
  const { question, answer, citations, askedAt, pageUrl, confidence, answered, stopped, rating } = exchange;
  const { judgedRight, suggestions } = exchange;
  return (
    <li>
      <Box component="p" m="0 0 8px" fw={600} className={common.wrap ?? ''}>
        {question}
      </Box>
      <p className={classes.answer}>{answer ?? 'The assistant did not respond.'}</p>
      {suggestions.length > 0 && (
        <ul className={classes.sources} aria-label="Suggested questions">
          {suggestions.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      {citations.length > 0 && (
        <ul className={classes.sources} aria-label="Sources">
          {citations.map((page) => (
            <li key={page.number}>
              {page.url === '' ? (
                'Approved answer'
              ) : (
                <Anchor
                  href={page.link ?? page.url}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                  size="sm"
                >
                  {page.number}. {page.title || page.url}
                </Anchor>
              )}
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
        {judgedRight !== null && (
          <Tag tone={judgedRight ? 'good' : 'notice'}>{judgedRight ? 'Approved' : 'Corrected'}</Tag>
        )}
      </Box>
      <Button
        size="compact-xs"
        variant="default"
        mt={8}
        onClick={onJudge}
        aria-label={`Approve or correct: ${question}`}
      >
        Approve or correct
      </Button>
    </li>
  );
}
