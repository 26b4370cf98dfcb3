import type { ClientPrompt, PromptBody } from '@landline/api/assistant/prompts/contract';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { promptKeys } from '../keys.ts';

/** GET /api/ai/client-prompts/:clientId */
export const usePrompts = (clientId: string) =>
  useGet<ClientPrompt[]>(promptKeys.of(clientId), apiPath`/api/ai/client-prompts/${clientId}`);

/** POST to create a prompt, PUT to update one. */
export const useSavePrompt = (clientId: string) =>
  useCommand(
    ({ promptId, ...prompt }: PromptBody & { promptId: string | undefined }) => {
      const body = { ...prompt, client_id: clientId };
      return promptId === undefined
        ? request<ClientPrompt>(apiPath`/api/ai/client-prompts/${clientId}`, { method: 'POST', body })
        : request<ClientPrompt>(apiPath`/api/ai/client-prompts/${clientId}/${promptId}`, {
            method: 'PUT',
            body,
          });
    },
    [promptKeys.all],
  );

/** DELETE /api/ai/client-prompts/:clientId/:promptId */
export const useDeletePrompt = (clientId: string) =>
  useCommand(
    (id: string) => request(apiPath`/api/ai/client-prompts/${clientId}/${id}`, { method: 'DELETE' }),
    [promptKeys.all],
  );
