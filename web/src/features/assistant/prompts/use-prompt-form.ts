import { type ClientPrompt, promptBody } from '@landline/api/assistant/prompts/contract';
import { useState } from 'react';
import { useZodForm } from '../../../shared/use-zod-form.ts';
import { useSavePrompt } from './api/prompts.ts';
import { PROMPT_TYPE_TEXTS } from './prompt-types.ts';

const valuesOf = (prompt: ClientPrompt | undefined) => ({
  // No type is selected at first; the schema requires one.
  prompt_type: (prompt?.prompt_type ?? '') as ClientPrompt['prompt_type'],
  prompt_content: prompt?.prompt_content ?? '',
});

const SAMPLES = Object.values(PROMPT_TYPE_TEXTS).map(({ sample }) => sample);

export type PromptFormState = ReturnType<typeof usePromptForm>;

/** State of the prompt form. The page holds it, so that the text outlives the form's tab. */
export function usePromptForm(clientId: string) {
  const form = useZodForm(promptBody, { defaultValues: valuesOf(undefined) });
  const save = useSavePrompt(clientId);
  const [edited, setEdited] = useState<ClientPrompt>();
  return {
    ...form,
    save,
    /** Prompt being edited; undefined to add one. */
    edited,
    edit(prompt: ClientPrompt | undefined) {
      form.reset(valuesOf(prompt));
      setEdited(prompt);
    },
    hasUnsavedText() {
      const text = form.getValues('prompt_content');
      return text.trim() !== '' && text !== valuesOf(edited).prompt_content && !SAMPLES.includes(text);
    },
  };
}
