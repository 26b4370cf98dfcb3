import {
  ANSWERED_QUESTION_MAX,
  type ApprovedAnswerBody,
  approvedAnswerBody,
} from '@landline/api/assistant/prompts/contract';
import { Text, Textarea, TextInput } from '@mantine/core';
import { messageOr } from '../../../../shared/http/errors.ts';
import { APPROVED_ANSWER } from '../../../../shared/messages.ts';
import { FormModal } from '../../../../shared/ui/form-modal.tsx';
import { useZodForm } from '../../../../shared/use-zod-form.ts';
import { useApproveAnswer } from '../api/approved-answers.ts';

interface ApproveAnswerDialogProps {
  clientId: string;
  /** Approved answer to change; undefined to add one. */
  id?: string;
  /** Initial values. */
  answer: ApprovedAnswerBody;
  onSaved: (message: string) => void;
  onClose: () => void;
}

/** Form for an approved answer, which the assistant gives word for word. */
export function ApproveAnswerDialog({ clientId, id, answer, onSaved, onClose }: ApproveAnswerDialogProps) {
  const approve = useApproveAnswer(clientId);
  const { field, handleSubmit } = useZodForm(approvedAnswerBody, { defaultValues: answer });
  const submit = handleSubmit((body) =>
    approve.mutate({ ...body, id }, { onSuccess: () => onSaved(APPROVED_ANSWER.saved) }),
  );
  return (
    <FormModal
      title={id === undefined ? 'Approve answer' : 'Edit approved answer'}
      submit={id === undefined ? 'Approve' : 'Save'}
      problem={approve.error ? messageOr(approve.error, APPROVED_ANSWER.saveFailed) : null}
      pending={approve.isPending}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        The assistant gives this answer, word for word, to everyone who asks the same question. Leave out
        names and other personal details.
      </Text>
      <TextInput label="Question" maxLength={ANSWERED_QUESTION_MAX} {...field('question')} />
      <Textarea label="Answer" autosize minRows={4} maxRows={16} data-autofocus {...field('answer')} />
      <TextInput
        label="Based on page (optional)"
        description="When this page changes, the answer is marked for review."
        type="url"
        {...field('page_url', { setValueAs: (value: string | null) => value || null })}
      />
    </FormModal>
  );
}
