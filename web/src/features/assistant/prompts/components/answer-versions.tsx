import type { ApprovedAnswer } from '@landline/api/assistant/prompts/contract';
import { Modal } from '@mantine/core';
import { formatDate } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { useOpenerFocus } from '../../../../shared/ui/use-opener-focus.ts';
import { useAnswerVersions } from '../api/approved-answers.ts';
import classes from './prompts.module.css';

interface AnswerVersionsProps {
  clientId: string;
  answer: Pick<ApprovedAnswer, 'id' | 'question'>;
  onClose: () => void;
}

/** Versions of an approved answer with their authors. */
export function AnswerVersionsModal({ clientId, answer, onClose }: AnswerVersionsProps) {
  useOpenerFocus();
  return (
    <Modal opened onClose={onClose} title="Versions" size="lg">
      <QueryBody
        query={useAnswerVersions(clientId, answer.id)}
        errorTitle="The versions could not be loaded"
        skeleton={160}
      >
        {(versions) => (
          <ol className={common.list} reversed>
            {versions.map(({ question, answer: text, page_url, at, by }) => (
              <li key={at} className={classes.prompt}>
                <strong className={common.wrap}>{question}</strong>
                <p className={classes.content}>{text}</p>
                <p className={`${common.quiet} ${common.wrap}`}>
                  {formatDate(at)}
                  {by && `, ${by}`}
                  {page_url && `, ${page_url}`}
                </p>
              </li>
            ))}
          </ol>
        )}
      </QueryBody>
    </Modal>
  );
}
