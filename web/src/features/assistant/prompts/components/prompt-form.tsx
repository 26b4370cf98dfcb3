import { type ClientPrompt, promptBody } from '@landline/api/assistant/prompts/contract';
import { PROMPT_TYPES } from '@landline/event-schemas';
import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import type { z } from 'zod';
import { messageOr } from '../../../../shared/http/errors.ts';
import { PROMPTS } from '../../../../shared/messages.ts';
import type { Notice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { useZodForm } from '../../../../shared/use-zod-form.ts';
import { useSavePrompt } from '../api/prompts.ts';
import { PROMPT_TYPE_TEXTS } from '../prompt-types.ts';

/** Display times of messages, in milliseconds (spec 002 §4). */
const SAVED_MS = 3_000;
export const FAILED_MS = 5_000;

interface PromptFormProps {
  clientId: string;
  /** Prompt to edit; undefined to add one. */
  prompt: ClientPrompt | undefined;
  onDone: () => void;
  show: (notice: Notice) => void;
}

/** Adds a prompt or edits one (spec 002 §4). */
export function PromptForm({ clientId, prompt, onDone, show }: PromptFormProps) {
  const save = useSavePrompt(clientId);
  const { field, handleSubmit, reset, setValue, watch } = useZodForm(promptBody, {
    defaultValues: {
      // No type is selected at first; the schema requires one.
      prompt_type: (prompt?.prompt_type ?? '') as ClientPrompt['prompt_type'],
      prompt_content: prompt?.prompt_content ?? '',
    },
  });
  const typeText = PROMPT_TYPE_TEXTS[watch('prompt_type')];
  const submit = (body: z.output<typeof promptBody>) =>
    save.mutate(
      { ...body, promptId: prompt?.id },
      {
        onSuccess: () => {
          reset();
          onDone();
          show({ kind: 'success', text: PROMPTS.saved, forMs: SAVED_MS });
        },
        onError: (error) =>
          show({ kind: 'error', text: messageOr(error, PROMPTS.saveFailed), forMs: FAILED_MS }),
      },
    );
  return (
    <Card title={prompt ? 'Edit Prompt' : 'Add Prompt'}>
      <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        <Stack gap="md">
          <NativeSelect
            label="Prompt type"
            description={typeText?.purpose}
            data={[
              { value: '', label: 'Select a type' },
              ...PROMPT_TYPES.map((value) => ({ value, label: PROMPT_TYPE_TEXTS[value].label })),
            ]}
            {...field('prompt_type')}
          />
          <Textarea
            label="Prompt content"
            autosize
            minRows={8}
            maxRows={24}
            {...field('prompt_content')}
          />
          <p className={common.quiet}>
            Lines that start with a dash and Q:/A: pairs are facts that the assistant may quote to visitors.
            Other text is an instruction for how to answer, used when a language model writes the answers.
            Prompts cannot override safety rules.
          </p>
          <Group justify="flex-end" gap="sm">
            {typeText?.sample && (
              <Button
                variant="subtle"
                onClick={() =>
                  setValue('prompt_content', typeText.sample ?? '', {
                    shouldValidate: true,
                    shouldDirty: true,
                  })
                }
              >
                Use sample template
              </Button>
            )}
            {prompt && (
              <Button variant="default" onClick={onDone}>
                Cancel
              </Button>
            )}
            <Button type="submit" loading={save.isPending}>
              {prompt ? 'Save Prompt' : 'Add Prompt'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
