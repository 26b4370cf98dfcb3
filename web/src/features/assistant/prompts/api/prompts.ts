import type { ClientPrompt, PromptBody } from '@landline/api/assistant/prompts/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../../shared/http/request.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { promptKeys } from '../keys.ts';

const path = (clientId: string, promptId?: string) =>
  ['/api/ai/client-prompts', clientId, ...(promptId === undefined ? [] : [promptId])]
    .map((part, index) => (index === 0 ? part : encodeURIComponent(part)))
    .join('/');

/** GET /api/ai/client-prompts/:clientId */
export function usePrompts(clientId: string) {
  return useGet<ClientPrompt[]>(promptKeys.of(clientId), path(clientId));
}

/** POST to create a prompt, PUT to update one. */
export function useSavePrompt(clientId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ promptId, ...body }: PromptBody & { promptId: string | undefined }) =>
      request<ClientPrompt>(path(clientId, promptId), {
        method: promptId === undefined ? 'POST' : 'PUT',
        body: { ...body, client_id: clientId },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: promptKeys.all }),
  });
}

/** DELETE /api/ai/client-prompts/:clientId/:promptId */
export function useDeletePrompt(clientId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (promptId: string) => request(path(clientId, promptId), { method: 'DELETE' }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: promptKeys.all }),
  });
}
