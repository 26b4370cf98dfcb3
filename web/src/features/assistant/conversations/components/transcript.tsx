import type { Transcript } from '@landline/api/assistant/conversations/contract';
import { ANSWERED_QUESTION_MAX } from '@landline/api/assistant/prompts/contract';
import { Anchor, Box, Button, Group } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate, formatRatio } from '../../../../shared/format.ts';
import { messageOr } from '../../../../shared/http/errors.ts';
import { GOLDEN_QUESTION } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { focusOn } from '../../../../shared/ui/focus-on.ts';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useSaveGoldenQuestion } from '../../golden-questions/api/golden-questions.ts';
import { GoldenQuestionDialog } from '../../golden-questions/components/golden-question-dialog.tsx';
import { withoutCitationNumbers } from '../../golden-questions/labels.ts';
import { ApproveAnswerDialog } from '../../prompts/components/approve-answer-dialog.tsx';
import { useTranscript } from '../api/conversations.ts';
import classes from './conversations.module.css';

interface TranscriptProps {
  clientId: string;
  id: string;
  /** True if the focus moves to the conversation once it is loaded. */
  takesFocus: boolean;
  onBack: () => void;
}

type Exchange = Transcript['exchanges'][number];

/**
 * Questions and answers of a conversation, with sources and confidence. Staff and clients can approve or correct each
 * answer.
 */
export function TranscriptView({ clientId, id, takesFocus, onBack }: TranscriptProps) {
  const [dialog, setDialog] = useState<{ for: 'review' | 'golden'; exchange: Exchange }>();
  const { notice, show } = useNotice();
  const saveGolden = useSaveGoldenQuestion(clientId);
  const close = () => setDialog(undefined);
  const closeWithMessage = (text: string) => {
    close();
    show({ kind: 'success', text });
  };
  /** Returns the initial values that both dialogs take from an exchange. */
  const valuesOf = (exchange: Exchange) => ({
    question: exchange.question.slice(0, ANSWERED_QUESTION_MAX),
    page_url: pageCitedBy(exchange)?.url ?? null,
    exchange: { conversationId: id, questionId: exchange.questionId },
  });
  const goldenOf = (exchange: Exchange) => ({ ...valuesOf(exchange), phrases: [] });
  /**
   * Adds a golden question that expects the cited page. Opens the form instead if the answer cites no page or is
   * missing.
   */
  const addGolden = (exchange: Exchange) => {
    const page = pageCitedBy(exchange);
    if (!exchange.answered || !page) return setDialog({ for: 'golden', exchange });
    saveGolden.mutate(goldenOf(exchange), {
      onSuccess: () => show({ kind: 'success', text: GOLDEN_QUESTION.picked(page.title || page.url) }),
      onError: (error) => show({ kind: 'error', text: messageOr(error, GOLDEN_QUESTION.saveFailed) }),
    });
  };
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
        errorTitle="The conversation could not be loaded"
        skeleton={320}
      >
        {({ startedAt, exchanges }) => (
          <div ref={takesFocus ? focusOn : null} tabIndex={-1}>
            <Card title={`Conversation from ${formatDate(startedAt)}`}>
              <ol className={classes.transcript}>
                {exchanges.map((exchange) => (
                  <ExchangeItem
                    key={exchange.questionId}
                    exchange={exchange}
                    onReview={() => setDialog({ for: 'review', exchange })}
                    onAddGolden={() => addGolden(exchange)}
                  />
                ))}
              </ol>
            </Card>
          </div>
        )}
      </QueryBody>
      {dialog?.for === 'review' && (
        <ApproveAnswerDialog
          clientId={clientId}
          answer={{ ...valuesOf(dialog.exchange), answer: answerIn(dialog.exchange) }}
          onSaved={closeWithMessage}
          onClose={close}
        />
      )}
      {dialog?.for === 'golden' && (
        <GoldenQuestionDialog
          clientId={clientId}
          question={goldenOf(dialog.exchange)}
          onSaved={closeWithMessage}
          onClose={close}
        />
      )}
    </>
  );
}

/** Returns an exchange's answer without citation numbers; empty if it was not answered. */
const answerIn = ({ answered, answer }: Exchange) => (answered ? withoutCitationNumbers(answer ?? '') : '');
const pageCitedBy = ({ citations }: Exchange) => citations.find(({ url }) => url !== '');

interface ExchangeItemProps {
  exchange: Exchange;
  onReview: () => void;
  onAddGolden: () => void;
}

function ExchangeItem({ exchange, onReview, onAddGolden }: ExchangeItemProps) {
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
        {pageUrl && ` · ${pageUrl}`}
        {confidence !== null && ` · confidence ${formatRatio(confidence)}`}{' '}
        {answer !== null && !answered && <Tag tone="notice">Unanswered</Tag>}
        {stopped && <Tag>Interrupted</Tag>}
        {rating === 'up' && <Tag tone="good">Rated up</Tag>}
        {rating === 'down' && <Tag tone="bad">Rated down</Tag>}
        {judgedRight !== null && (
          <Tag tone={judgedRight ? 'good' : 'notice'}>{judgedRight ? 'Approved' : 'Corrected'}</Tag>
        )}
      </Box>
      <Group gap="xs" mt={8}>
        <Button
          size="compact-xs"
          variant="default"
          onClick={onReview}
          aria-label={`Approve or correct: ${question}`}
        >
          Approve or correct
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          onClick={onAddGolden}
          aria-label={`Add to golden questions: ${question}`}
        >
          Add to golden questions
        </Button>
      </Group>
    </li>
  );
}
