import type {
  ApprovedAnswer,
  ApprovedAnswerBody,
  ApprovedAnswerVersions,
} from '@landline/api/assistant/prompts/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../../shared/http/request.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { analyticsKeys } from '../../analytics/keys.ts';
import { conversationKeys } from '../../conversations/keys.ts';
import { promptKeys } from '../keys.ts';

const pathOf = (clientId: string, ...parts: readonly string[]) =>
  ['/api/ai/approved-answers/client', ...[clientId, ...parts].map(encodeURIComponent)].join('/');

/** GET /api/ai/approved-answers/client/:clientId */
export const useApprovedAnswers = (clientId: string) =>
  useGet<ApprovedAnswer[]>(promptKeys.approved(clientId), pathOf(clientId));

/** GET /api/ai/approved-answers/client/:clientId/:promptId/versions */
export const useAnswerVersions = (clientId: string, id: string) =>
  useGet<ApprovedAnswerVersions>(promptKeys.versions(clientId, id), pathOf(clientId, id, 'versions'));

/** POST to approve an answer, PUT to change one. */
export function useApproveAnswer(clientId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, ...body }: ApprovedAnswerBody & { id: string | undefined }) =>
      request<ApprovedAnswer>(id === undefined ? pathOf(clientId) : pathOf(clientId, id), {
        method: id === undefined ? 'POST' : 'PUT',
        body,
      }),
    onSuccess: refresh,
  });
}

/** POST /api/ai/approved-answers/client/:clientId/:promptId/confirm */
export function useConfirmAnswer(clientId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => request(pathOf(clientId, id, 'confirm'), { method: 'POST' }),
    onSuccess: refresh,
  });
}

/** DELETE /api/ai/approved-answers/client/:clientId/:promptId */
export function useDeleteAnswer(clientId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => request(pathOf(clientId, id), { method: 'DELETE' }),
    onSuccess: refresh,
  });
}

/** An approved answer judges the one that the assistant gave. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [promptKeys.all, conversationKeys.all, analyticsKeys.all].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}
