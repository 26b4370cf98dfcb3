import type {
  ConversationList,
  LeftMessageList,
  Transcript,
} from '@landline/api/assistant/conversations/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../../shared/http/request.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { conversationKeys } from '../keys.ts';

const pathOf = (resource: string, clientId: string) =>
  `/api/ai/${resource}/client/${encodeURIComponent(clientId)}`;

/** GET /api/ai/conversations/client/:clientId: latest first. */
export function useConversations(clientId: string, only: string | null, page: number) {
  const query = { only, page };
  return useQuery({
    queryKey: conversationKeys.list(clientId, query),
    queryFn: ({ signal }) => request<ConversationList>(pathOf('conversations', clientId), { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** GET /api/ai/conversations/client/:clientId/:conversationId */
export function useTranscript(clientId: string, id: string) {
  return useGet<Transcript>(
    conversationKeys.one(clientId, id),
    `${pathOf('conversations', clientId)}/${encodeURIComponent(id)}`,
  );
}

/** GET /api/ai/left-messages/client/:clientId: newest first. */
export function useLeftMessages(clientId: string, status: string, page: number) {
  const query = { status, page };
  return useQuery({
    queryKey: conversationKeys.messages(clientId, query),
    queryFn: ({ signal }) => request<LeftMessageList>(pathOf('left-messages', clientId), { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** POST /api/ai/left-messages/client/:clientId/:messageId/handle or …/reopen */
export function useHandleLeftMessage(clientId: string, messageId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (action: 'handle' | 'reopen') =>
      request(`${pathOf('left-messages', clientId)}/${encodeURIComponent(messageId)}/${action}`, {
        method: 'POST',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: conversationKeys.all }),
  });
}
