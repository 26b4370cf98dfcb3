import type { promptBody } from '@landline/api/assistant/prompts/contract';
import { PROMPT_TYPES } from '@landline/event-schemas';
import { Box, Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { messageOr } from '../../../../shared/http/errors.ts';
import { PROMPTS } from '../../../../shared/messages.ts';
import type { Notice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { PROMPT_TYPE_TEXTS } from '../prompt-types.ts';
import type { PromptFormState } from '../use-prompt-form.ts';

/** Display times of messages, in milliseconds (spec 002 §4). */
const SAVED_MS = 3_000;
export const FAILED_MS = 5_000;

interface PromptFormProps {
  form: PromptFormState;
  /** Runs an action that replaces the text, after a confirmation if the text is unsaved. */
  onReplace: (action: () => void) => void;
  show: (notice: Notice) => void;
}

/** Adds a prompt or edits one (spec 002 §4). */
export function PromptForm({ form, onReplace, show }: PromptFormProps) {
  const { control, edit, edited, field, handleSubmit, save, setValue } = form;
  const typeText = PROMPT_TYPE_TEXTS[useWatch({ control, name: 'prompt_type' })];
  const sample = typeText?.sample;
  const submit = (body: z.output<typeof promptBody>) =>
    save.mutate(
      { ...body, promptId: edited?.id },
      {
        onSuccess: () => {
          edit(undefined);
          show({ kind: 'success', text: PROMPTS.saved, forMs: SAVED_MS });
        },
        onError: (error) =>
          show({ kind: 'error', text: messageOr(error, PROMPTS.saveFailed), forMs: FAILED_MS }),
      },
    );
  return (
    <Card title={edited ? 'Edit prompt' : 'Add prompt'}>
      <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        {/* Text typed during a save would be lost when the saved form is cleared. */}
        <Box component="fieldset" disabled={save.isPending} miw={0} m={0} p={0} bd={0}>
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
            <Textarea label="Prompt content" autosize minRows={8} maxRows={24} {...field('prompt_content')} />
            <p className={common.quiet}>
              Visitors may see list items (lines that start with a dash) and Q:/A: pairs word for word. All
              other text is guidance for the language model, if one writes the answers. Prompts cannot
              override safety rules.
            </p>
            <Group justify="flex-end" gap="sm">
              {sample !== undefined && (
                <Button
                  variant="subtle"
                  onClick={() =>
                    onReplace(() => setValue('prompt_content', sample, { shouldValidate: true }))
                  }
                >
                  Use sample template
                </Button>
              )}
              {edited && (
                <Button variant="default" onClick={() => edit(undefined)}>
                  Cancel
                </Button>
              )}
              <Button type="submit" loading={save.isPending}>
                {edited ? 'Save prompt' : 'Add prompt'}
              </Button>
            </Group>
          </Stack>
        </Box>
      </form>
    </Card>
  );
}
