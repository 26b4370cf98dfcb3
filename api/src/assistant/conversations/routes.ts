import { streams } from '@landline/event-schemas';
import { z } from 'zod';
import { successResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { AssistantPorts } from '../ports.ts';
import { STAFF_OR_OWN_CLIENT } from '../request-guards.ts';
import {
  conversationList,
  conversationsQuery,
  leftMessageList,
  leftMessagesQuery,
  transcript,
} from './contract.ts';
import { conversationUnknown } from './conversation.ts';
import { leftMessage } from './left-message.ts';
import { findTranscript, listConversations, listLeftMessages } from './queries.ts';
import { visitorRoutes } from './visitor-routes.ts';

const READS = ['conversations'] as const;

/** Routes for conversations and left messages. */
export function conversationRoutes(ports: AssistantPorts): Route[] {
  const { pool } = ports;
  return [
    ...visitorRoutes(ports),
    route.get('/api/ai/conversations/client/:clientId', {
      ...STAFF_OR_OWN_CLIENT,
      summary: "A client's conversations, latest first",
      query: conversationsQuery,
      response: conversationList,
      reads: READS,
      handle({ params, query }) {
        return listConversations(pool, params.clientId, query);
      },
    }),
    route.get('/api/ai/conversations/client/:clientId/:conversationId', {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'The transcript of a conversation',
      response: transcript,
      reads: READS,
      async handle({ params }) {
        const conversation = await findTranscript(pool, params.clientId, params.conversationId);
        if (!conversation) throw conversationUnknown();
        return conversation;
      },
    }),
    route.get('/api/ai/left-messages/client/:clientId', {
      ...STAFF_OR_OWN_CLIENT,
      summary: 'Messages left by visitors, newest first',
      query: leftMessagesQuery,
      response: leftMessageList,
      reads: READS,
      handle({ params, query }) {
        return listLeftMessages(pool, params.clientId, query);
      },
    }),
    ...(['handle', 'reopen'] as const).map((type) =>
      route.post(`/api/ai/left-messages/client/:clientId/:messageId/${type}`, {
        ...STAFF_OR_OWN_CLIENT,
        summary: type === 'handle' ? 'Mark a left message as handled' : 'Reopen a left message',
        params: z.object({ clientId: z.string().max(100), messageId: z.string().max(200) }),
        response: successResponse,
        async handle({ params, execute }) {
          await execute(leftMessage, {
            stream: streams.leftMessage(params.messageId),
            command: { type, message_id: params.messageId, client_id: params.clientId },
          });
          return { success: true };
        },
      }),
    ),
  ];
}
