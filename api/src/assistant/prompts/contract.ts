import { promptType } from '@landline/event-schemas';
import { z } from 'zod';

/** Spec 002 §5. */
export const TYPE_REQUIRED = 'Please select a prompt type';
export const CONTENT_REQUIRED = 'Please enter prompt content';
/** Maximum length of a prompt, in characters; a model receives all prompts with every question. */
export const CONTENT_MAX = 4_000;
export const MAX_PROMPTS = 30;

/** POST and PUT /api/ai/client-prompts/:clientId (spec 002 §7). `client_id` is optional and must match the path. */
export const promptBody = z.object({
  prompt_type: z.enum(promptType.enum, TYPE_REQUIRED),
  prompt_content: z
    .string(CONTENT_REQUIRED)
    .trim()
    .min(1, CONTENT_REQUIRED)
    .max(CONTENT_MAX, `A prompt can have at most ${CONTENT_MAX} characters`),
  client_id: z.string().max(100).optional(),
});
export type PromptBody = z.input<typeof promptBody>;

/** Spec 002 §3. */
export const clientPrompt = z.object({
  id: z.string(),
  client_id: z.string(),
  prompt_type: promptType,
  prompt_content: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type ClientPrompt = z.infer<typeof clientPrompt>;

/** GET /api/ai/client-prompts/:clientId, oldest first. */
export const promptsResponse = z.array(clientPrompt);
export const promptDeletedResponse = z.object({ success: z.literal(true) });
