import type {
  ConversationList,
  LeftMessageList,
  Transcript,
} from '@landline/api/assistant/conversations/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { conversationKeys } from '../keys.ts';

/** GET /api/ai/conversations/client/:clientId: latest first. */
export function useConversations(clientId: string, only: string | null, page: number) {
  const query = { only, page };
  return useGet<ConversationList>(
    conversationKeys.list(clientId, query),
    apiPath`/api/ai/conversations/client/${clientId}`,
    { query, placeholderData: keepPreviousData },
  );
}

/** GET /api/ai/conversations/client/:clientId/:conversationId */
export const useTranscript = (clientId: string, id: string) =>
  useGet<Transcript>(
    conversationKeys.one(clientId, id),
    apiPath`/api/ai/conversations/client/${clientId}/${id}`,
  );

/** GET /api/ai/left-messages/client/:clientId: newest first. */
export function useLeftMessages(clientId: string, status: string, page: number) {
  const query = { status, page };
  return useGet<LeftMessageList>(
    conversationKeys.messages(clientId, query),
    apiPath`/api/ai/left-messages/client/${clientId}`,
    { query, placeholderData: keepPreviousData },
  );
}

/** POST /api/ai/left-messages/client/:clientId/:messageId/handle or …/reopen */
export const useSetLeftMessageStatus = (clientId: string, messageId: string, onDone: () => void) =>
  useCommand(
    (action: 'handle' | 'reopen') =>
      request(apiPath`/api/ai/left-messages/client/${clientId}/${messageId}/${action}`, { method: 'POST' }),
    [conversationKeys.all],
    onDone,
  );
