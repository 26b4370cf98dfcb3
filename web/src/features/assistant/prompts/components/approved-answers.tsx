import type { ApprovedAnswer } from '@landline/api/assistant/prompts/contract';
import { Anchor, Button, Group } from '@mantine/core';
import { IconMessageCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatDate } from '../../../../shared/format.ts';
import { messageOr } from '../../../../shared/http/errors.ts';
import { APPROVED_ANSWER } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { reportOutcome } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useApprovedAnswers, useConfirmAnswer, useDeleteAnswer } from '../api/approved-answers.ts';
import { AnswerVersionsModal } from './answer-versions.tsx';
import { ApproveAnswerDialog } from './approve-answer-dialog.tsx';
import classes from './prompts.module.css';

type Dialog = { kind: 'add' } | { kind: 'edit' | 'delete' | 'versions'; answer: ApprovedAnswer };

/** A client's approved answers; answers due for review come first. */
export function ApprovedAnswers({ clientId }: { clientId: string }) {
  const [dialog, setDialog] = useState<Dialog>();
  const { notice, show } = useNotice();
  const confirm = useConfirmAnswer(clientId);
  const remove = useDeleteAnswer(clientId);
  const list = useRef<HTMLUListElement>(null);
  // The button, which has the focus, is removed when the answer is confirmed.
  const focusList = () => list.current?.focus({ preventScroll: true });
  const close = () => setDialog(undefined);
  return (
    <div className={common.stack}>
      <NoticeAlert notice={notice} />
      <Card
        title="Approved answers"
        aside={
          <Button size="xs" onClick={() => setDialog({ kind: 'add' })}>
            Add answer
          </Button>
        }
      >
        <QueryBody
          query={useApprovedAnswers(clientId)}
          errorTitle="The approved answers could not be loaded"
          skeleton={240}
        >
          {(answers) =>
            answers.length === 0 ? (
              <EmptyState title="No approved answers yet" icon={IconMessageCheck}>
                Approve or correct an answer in a conversation, answer a question from the gap queue, or add
                one here.
              </EmptyState>
            ) : (
              <ul ref={list} tabIndex={-1} aria-label="Approved answers" className={common.list}>
                {answers.map((answer) => (
                  <AnswerItem
                    key={answer.id}
                    answer={answer}
                    onOpen={(kind) => setDialog({ kind, answer })}
                    confirmingId={confirm.isPending ? confirm.variables : undefined}
                    onConfirm={() =>
                      confirm.mutate(
                        answer.id,
                        reportOutcome(
                          show,
                          APPROVED_ANSWER.confirmed,
                          APPROVED_ANSWER.confirmFailed,
                          focusList,
                        ),
                      )
                    }
                  />
                ))}
              </ul>
            )
          }
        </QueryBody>
      </Card>
      {(dialog?.kind === 'add' || dialog?.kind === 'edit') && (
        <ApproveAnswerDialog
          clientId={clientId}
          answer={dialog.kind === 'edit' ? dialog.answer : { question: '', answer: '', page_url: null }}
          {...(dialog.kind === 'edit' && { id: dialog.answer.id })}
          onSaved={(text) => {
            close();
            show({ kind: 'success', text });
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'versions' && (
        <AnswerVersionsModal clientId={clientId} answer={dialog.answer} onClose={close} />
      )}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title="Delete approved answer"
          action="Delete"
          isPending={remove.isPending}
          error={remove.error ? messageOr(remove.error, APPROVED_ANSWER.deleteFailed) : undefined}
          onConfirm={() =>
            remove.mutate(dialog.answer.id, {
              onSuccess: () => {
                close();
                show({ kind: 'success', text: APPROVED_ANSWER.deleted });
              },
            })
          }
          onClose={() => {
            close();
            remove.reset();
          }}
        >
          The assistant will answer “{dialog.answer.question}” from the website again.
        </ConfirmDialog>
      )}
    </div>
  );
}

interface AnswerItemProps {
  answer: ApprovedAnswer;
  onOpen: (kind: 'edit' | 'delete' | 'versions') => void;
  /** Id of the answer that is being confirmed: one at a time, so that each outcome is shown. */
  confirmingId: string | undefined;
  onConfirm: () => void;
}

function AnswerItem({ answer, onOpen, confirmingId, onConfirm }: AnswerItemProps) {
  const { question, answer: text, page_url, review_since, updated_at } = answer;
  return (
    <li className={classes.prompt}>
      <Group gap="xs">
        <strong className={common.wrap}>{question}</strong>
        {review_since !== null && <Tag tone="notice">Page changed {formatDate(review_since)}</Tag>}
      </Group>
      <p className={classes.content}>{text}</p>
      <p className={`${common.quiet} ${common.wrap}`}>
        {formatDate(updated_at)}
        {page_url !== null && (
          <>
            , based on{' '}
            <Anchor href={page_url} target="_blank" rel="noopener noreferrer" size="sm">
              {page_url}
            </Anchor>
          </>
        )}
      </p>
      <Group gap="xs" mt="xs">
        {review_since !== null && (
          <Button
            size="xs"
            loading={confirmingId === answer.id}
            disabled={confirmingId !== undefined}
            onClick={onConfirm}
            aria-label={`Still correct: ${question}`}
          >
            Still correct
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => onOpen('edit')} aria-label={`Edit: ${question}`}>
          Edit
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => onOpen('versions')}
          aria-label={`Versions: ${question}`}
        >
          Versions
        </Button>
        <Button
          size="xs"
          variant="light"
          color="red"
          onClick={() => onOpen('delete')}
          aria-label={`Delete: ${question}`}
        >
          Delete
        </Button>
      </Group>
    </li>
  );
}
