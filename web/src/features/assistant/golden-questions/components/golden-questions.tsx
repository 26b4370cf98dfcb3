import type { GoldenQuestion, GoldenRun } from '@landline/api/assistant/golden-questions/contract';
import { Button, Group, Progress } from '@mantine/core';
import { IconTargetArrow } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatDate } from '../../../../shared/format.ts';
import { messageOr } from '../../../../shared/http/errors.ts';
import { GOLDEN_QUESTION } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { ApproveAnswerDialog } from '../../prompts/components/approve-answer-dialog.tsx';
import {
  useGoldenQuestions,
  useRemoveGoldenQuestion,
  useRunGoldenQuestions,
} from '../api/golden-questions.ts';
import { TRIGGERS, withoutCitationNumbers } from '../labels.ts';
import { GoldenQuestionDialog } from './golden-question-dialog.tsx';
import { GoldenQuestionItem } from './golden-question-item.tsx';

type Dialog = { kind: 'add' } | { kind: 'edit' | 'remove' | 'approve'; golden: GoldenQuestion };
const EMPTY_QUESTION = { question: '', page_url: null, phrases: [] };

/** A client's golden questions with their latest results; failed questions come first. */
export function GoldenQuestions({ clientId }: { clientId: string }) {
  const [dialog, setDialog] = useState<Dialog>();
  const { notice, show } = useNotice();
  const query = useGoldenQuestions(clientId);
  const run = useRunGoldenQuestions(clientId);
  const remove = useRemoveGoldenQuestion(clientId);
  const isRunning = query.data?.runs[0]?.ended_at === null;
  const isEmpty = query.data?.questions.every(({ is_erased }) => is_erased) ?? true;
  const close = () => setDialog(undefined);
  const closeWithMessage = (text: string) => {
    close();
    show({ kind: 'success', text });
  };
  const showError = (text: string) => (error: unknown) =>
    show({ kind: 'error', text: messageOr(error, text) });
  return (
    <div className={common.stack}>
      <NoticeAlert notice={notice} />
      <Card
        title="Golden questions"
        aside={
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setDialog({ kind: 'add' })}>
              Add question
            </Button>
            <Button
              size="xs"
              disabled={isEmpty || isRunning}
              loading={run.isPending}
              onClick={() => run.mutate(undefined, { onError: showError(GOLDEN_QUESTION.runFailed) })}
            >
              Run now
            </Button>
          </Group>
        }
      >
        <p className={common.note}>
          Questions whose right answer you know. The assistant answers them after each crawl, after a prompt
          or an approved answer changes, and before a system version is restored.
        </p>
        <QueryBody query={query} errorTitle="The golden questions could not be loaded" skeleton={240}>
          {(data) =>
            data.questions.length === 0 ? (
              <EmptyState title="No golden questions yet" icon={IconTargetArrow}>
                Add a question here, or pick one from a conversation.
              </EmptyState>
            ) : (
              <>
                <LastRun run={data.runs[0]} />
                <ul className={common.list}>
                  {data.questions.map((golden) => (
                    <GoldenQuestionItem
                      key={golden.id}
                      question={golden}
                      onOpen={(kind) => setDialog({ kind, golden })}
                    />
                  ))}
                </ul>
              </>
            )
          }
        </QueryBody>
      </Card>
      {(dialog?.kind === 'add' || dialog?.kind === 'edit') && (
        <GoldenQuestionDialog
          clientId={clientId}
          question={dialog.kind === 'edit' ? dialog.golden : EMPTY_QUESTION}
          {...(dialog.kind === 'edit' && { id: dialog.golden.id })}
          onSaved={closeWithMessage}
          onClose={close}
        />
      )}
      {dialog?.kind === 'approve' && (
        <ApproveAnswerDialog
          clientId={clientId}
          answer={rightAnswerFor(dialog.golden)}
          onSaved={closeWithMessage}
          onClose={close}
        />
      )}
      {dialog?.kind === 'remove' && (
        <ConfirmDialog
          title="Remove golden question"
          action="Remove"
          isPending={remove.isPending}
          onConfirm={() =>
            remove.mutate(dialog.golden.id, {
              onSuccess: () => show({ kind: 'success', text: GOLDEN_QUESTION.removed }),
              onError: showError(GOLDEN_QUESTION.removeFailed),
              onSettled: close,
            })
          }
          onClose={close}
        >
          The assistant will no longer be asked “{dialog.golden.question}”. Results of earlier runs still
          count toward answer quality.
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Returns the initial values of the form: the assistant's answer, if it gave one. */
const rightAnswerFor = ({ question, page_url, result }: GoldenQuestion) => ({
  question,
  page_url,
  answer: result && !result.failures.includes('not_answered') ? withoutCitationNumbers(result.answer) : '',
});

/** Progress of the current run, or the results of the last one. */
function LastRun({ run }: { run: GoldenRun | undefined }) {
  if (!run) return <p className={common.quiet}>Not run yet. Choose Run now to ask the questions.</p>;
  const { total, judged, passed, ended_at, failure, trigger } = run;
  if (ended_at === null) {
    return (
      <div>
        <p className={common.quiet}>
          {/* Only the state is announced, not each question. */}
          <span role="status">Asking the questions</span>: {formatCount(judged)} of {formatCount(total)}
        </p>
        <Progress
          value={total === 0 ? 0 : (100 * judged) / total}
          animated
          my="xs"
          aria-label="Percent of questions asked"
        />
      </div>
    );
  }
  return (
    <p className={`${common.quiet} num`}>
      {failure === null ? `${formatCount(passed)} of ${formatCount(total)} passed` : `Run failed: ${failure}`}
      {` · ${formatDate(ended_at)} · ${TRIGGERS[trigger]}`}
    </p>
  );
}
