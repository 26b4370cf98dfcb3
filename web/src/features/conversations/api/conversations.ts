import type { ConversationList, LeftMessageList, Transcript } from '@landline/api/conversations/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

const of = (what: string, clientId: string) => `/api/ai/${what}/client/${encodeURIComponent(clientId)}`;

/** GET /api/ai/conversations/client/:clientId: a page, the last first. */
export function useConversations(clientId: string, only: string | null, page: number) {
  const query = { only, page };
  return useQuery({
    queryKey: keys.conversations.list(clientId, query),
    queryFn: ({ signal }) => request<ConversationList>(of('conversations', clientId), { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** GET /api/ai/conversations/client/:clientId/:conversationId */
export function useTranscript(clientId: string, id: string) {
  return useQuery({
    queryKey: keys.conversations.one(clientId, id),
    queryFn: ({ signal }) =>
      request<Transcript>(`${of('conversations', clientId)}/${encodeURIComponent(id)}`, { signal }),
  });
}

/** GET /api/ai/left-messages/client/:clientId: a page, newest first. */
export function useLeftMessages(clientId: string, status: string, page: number) {
  const query = { status, page };
  return useQuery({
    queryKey: keys.conversations.messages(clientId, query),
    queryFn: ({ signal }) => request<LeftMessageList>(of('left-messages', clientId), { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** POST /api/ai/left-messages/client/:clientId/:messageId/handle, and /reopen to take it back. */
export function useHandleLeftMessage(clientId: string, messageId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (what: 'handle' | 'reopen') =>
      request(`${of('left-messages', clientId)}/${encodeURIComponent(messageId)}/${what}`, {
        method: 'POST',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.conversations.all }),
  });
}
