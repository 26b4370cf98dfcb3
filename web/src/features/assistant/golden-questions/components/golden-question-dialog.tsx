import {
  type GoldenQuestionBody,
  goldenQuestionBody,
} from '@landline/api/assistant/golden-questions/contract';
import { ANSWERED_QUESTION_MAX } from '@landline/api/assistant/prompts/contract';
import { Text, Textarea, TextInput } from '@mantine/core';
import type { FieldError } from 'react-hook-form';
import { z } from 'zod';
import { messageOr } from '../../../../shared/http/errors.ts';
import { linesOf } from '../../../../shared/lines-of.ts';
import { GOLDEN_QUESTION } from '../../../../shared/messages.ts';
import { FormModal } from '../../../../shared/ui/form-modal.tsx';
import { useZodForm } from '../../../../shared/use-zod-form.ts';
import { useSaveGoldenQuestion } from '../api/golden-questions.ts';

interface GoldenQuestionDialogProps {
  clientId: string;
  /** Question to change; undefined to add one. */
  id?: string;
  /** Initial values. */
  question: GoldenQuestionBody;
  onSaved: (message: string) => void;
  onClose: () => void;
}

/** Converts the text fields: one phrase per line, and no expected page if its field is empty. */
const form = z
  .object({ question: z.string(), page_url: z.string(), phrases: z.string() })
  .transform(
    ({ question, page_url, phrases }): GoldenQuestionBody => ({
      question,
      page_url: page_url.trim() || null,
      phrases: linesOf(phrases),
    }),
  )
  .pipe(goldenQuestionBody);

/** Form for a question, the page that its answer must cite and the phrases that it must contain. */
export function GoldenQuestionDialog({
  clientId,
  id,
  question,
  onSaved,
  onClose,
}: GoldenQuestionDialogProps) {
  const save = useSaveGoldenQuestion(clientId);
  const { field, formState, handleSubmit, register } = useZodForm(form, {
    defaultValues: {
      question: question.question,
      page_url: question.page_url ?? '',
      phrases: question.phrases?.join('\n') ?? '',
    },
  });
  const { errors } = formState;
  const submit = handleSubmit((body) =>
    save.mutate(
      { ...body, ...(question.exchange && { exchange: question.exchange }), id },
      { onSuccess: () => onSaved(id === undefined ? GOLDEN_QUESTION.added : GOLDEN_QUESTION.saved) },
    ),
  );
  return (
    <FormModal
      title={id === undefined ? 'Add golden question' : 'Edit golden question'}
      submit={id === undefined ? 'Add' : 'Save'}
      problem={save.error ? messageOr(save.error, GOLDEN_QUESTION.saveFailed) : null}
      pending={save.isPending}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        Word the question so that it makes sense on its own. The answer passes if it cites the page and
        contains every phrase. Leave out names and other personal details.
      </Text>
      <TextInput label="Question" maxLength={ANSWERED_QUESTION_MAX} data-autofocus {...field('question')} />
      <TextInput
        label="Expected page"
        description="URL of the page that the answer must cite."
        type="url"
        {...field('page_url')}
      />
      <Textarea
        label="Expected phrases"
        description="One phrase per line, such as a price or a phone number. Case does not matter."
        autosize
        minRows={2}
        maxRows={8}
        error={messageIn(errors.phrases)}
        {...register('phrases')}
      />
    </FormModal>
  );
}

/** Returns the error message of a field or, without one, of its first invalid line. */
function messageIn(error: FieldError | undefined): string | undefined {
  if (error === undefined || error.message !== undefined) return error?.message;
  const lines = Object.values(error) as ({ message?: string } | undefined)[];
  return lines.find((line) => line?.message !== undefined)?.message;
}
