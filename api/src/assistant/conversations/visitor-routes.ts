import { once } from 'node:events';
import { streams, VISITOR } from '@landline/event-schemas';
import type { Context } from 'koa';
import { DomainError, forbidden } from '../../platform/errors.ts';
import { openEventStream } from '../../platform/http/event-stream.ts';
import { successResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { answerStaff } from '../answers/console.ts';
import { staffChatFields } from '../answers/contract.ts';
import type { AssistantPorts } from '../ports.ts';
import { STAFF } from '../request-guards.ts';
import { identitySecretOf, isSignedUser } from '../widget/signed-users.ts';
import { createVisitors, type Visitor } from '../widget/visitors.ts';
import {
  askBody,
  type ConversationBody,
  conversationBody,
  conversationResponse,
  feedbackBody,
  leaveMessageBody,
  type ShownExchange,
} from './contract.ts';
import { conversation, conversationUnknown, type Exchange, isOpenTo } from './conversation.ts';
import { conversationKeyOf, conversationOfKey, userKeyOf } from './conversation-keys.ts';
import { leftMessage } from './left-message.ts';
import { conversationOfUser } from './queries.ts';
import { streamAnswer, type VisitorQuestion } from './stream-answer.ts';

/** Routes for widgets (spec 002 §7), which authenticate with a token for their client and site. */
export function visitorRoutes(ports: AssistantPorts): Route[] {
  const { pool, commands, secrets } = ports;
  const visitors = createVisitors(ports);

  /** Returns the identified user, or undefined unless the client's signature is valid. */
  function userOf({ widget }: Visitor, { userId, userSignature }: ConversationBody): VisitorQuestion['user'] {
    if (userId === undefined || userSignature === undefined || widget.secretGeneration === null)
      return undefined;
    const secret = identitySecretOf(secrets, widget.clientId, widget.secretGeneration);
    if (!isSignedUser(secret, userId, userSignature)) return undefined;
    return { user_key: userKeyOf(secrets, widget.clientId, userId), user_id: userId };
  }

  const requireConversation = ({ widget }: Visitor, key: string) => {
    const id = conversationOfKey(secrets, widget.clientId, key);
    if (id === undefined) throw conversationUnknown();
    return id;
  };

  return [
    route.post('/api/ai/chat', {
      timeLimitMs: 120_000, // a model writes the answer
      reads: ['prompts'],
      may: 'anyone',
      anyOrigin: true,
      summary: 'Ask the assistant, as a visitor of a widget or as staff in the console',
      body: askBody.extend(staffChatFields.shape),
      async handle({ body, ctx, session, correlationId }) {
        if (STAFF.some((role) => role === session?.actor.role)) {
          const { clientId = '', history = [] } = body;
          const disconnected = disconnectSignal(ctx);
          await sendAnswer(
            ctx,
            answerStaff(ports, { ...body, clientId, history }, disconnected),
            disconnected,
          );
          return;
        }
        const visitor = await visitors.authenticate(ctx, 'ask');
        if (body.clientId !== undefined && body.clientId !== visitor.widget.clientId) throw forbidden();
        const user = userOf(visitor, body);
        // Without a key, the question starts a conversation: an identified user may have chosen a new one.
        const conversationId = conversationOfKey(secrets, visitor.widget.clientId, body.conversationKey);
        const disconnected = disconnectSignal(ctx);
        const question = { visitor, body, conversationId, user, correlationId, signal: disconnected };
        await sendAnswer(ctx, streamAnswer(ports, question), disconnected);
      },
    }),
    route.post('/api/ai/chat/conversation', {
      may: 'anyone',
      anyOrigin: true,
      summary: "Earlier exchanges of the conversation, by default of the identified user's last one",
      body: conversationBody,
      response: conversationResponse,
      async handle({ body, ctx }) {
        const visitor = await visitors.authenticate(ctx, 'other');
        const { clientId } = visitor.widget;
        const user = userOf(visitor, body);
        const id =
          conversationOfKey(secrets, clientId, body.conversationKey) ??
          (user && (await conversationOfUser(pool, clientId, user.user_key)));
        if (!id) return { conversationKey: null, exchanges: [] };
        const { state } = await commands.load(conversation, streams.conversation(id));
        if (!isOpenTo(state, clientId, user?.user_key)) return { conversationKey: null, exchanges: [] };
        return {
          conversationKey: conversationKeyOf(secrets, clientId, id),
          exchanges: [...state.exchanges].map(toShownExchange),
        };
      },
    }),
    route.post('/api/ai/chat/feedback', {
      may: 'anyone',
      anyOrigin: true,
      summary: 'Rate an answer, or change or remove the rating',
      body: feedbackBody,
      response: successResponse,
      async handle({ body, ctx, execute }) {
        const visitor = await visitors.authenticate(ctx, 'other');
        const id = requireConversation(visitor, body.conversationKey);
        await execute(conversation, {
          stream: streams.conversation(id),
          actor: VISITOR,
          command: {
            type: 'rate',
            conversation_id: id,
            client_id: visitor.widget.clientId,
            question_id: body.questionId,
            rating: body.rating,
          },
        });
        return { success: true };
      },
    }),
    route.post('/api/ai/chat/messages', {
      may: 'anyone',
      anyOrigin: true,
      summary: "Leave a message for the client's team",
      body: leaveMessageBody,
      response: successResponse,
      async handle({ body, ctx, execute }) {
        const visitor = await visitors.authenticate(ctx, 'other');
        const { clientId } = visitor.widget;
        const conversationId = conversationOfKey(secrets, clientId, body.conversationKey);
        // The client's id in the stream name keeps visitors out of other clients' streams.
        await execute(leftMessage, {
          stream: streams.leftMessage(`${clientId}-${body.messageId}`),
          actor: VISITOR,
          command: {
            type: 'leave',
            message_id: `${clientId}-${body.messageId}`,
            client_id: clientId,
            conversation_id: conversationId ?? null,
            domain: visitor.domain,
            name: body.name,
            email: body.email,
            text: body.message,
          },
        });
        return { success: true };
      },
    }),
  ];
}

/** Returns a signal that aborts when the client disconnects. */
function disconnectSignal(ctx: Context): AbortSignal {
  const disconnected = new AbortController();
  ctx.res.once('close', () => disconnected.abort());
  return disconnected.signal;
}

type AnswerStream = ReturnType<typeof streamAnswer> | ReturnType<typeof answerStaff>;

/** Sends server-sent events if the client accepts them, else one JSON response. */
async function sendAnswer(ctx: Context, answer: AnswerStream, disconnected: AbortSignal): Promise<void> {
  if (!ctx.get('Accept').includes('text/event-stream')) return sendWholeAnswer(ctx, answer);
  // Wait for the first event, so that a rejection gets its HTTP status.
  const first = await answer.next();
  const stream = openEventStream(ctx);
  void (async () => {
    for (let result = first; !result.done; result = await answer.next()) {
      if (disconnected.aborted) {
        await answer.return(undefined);
        break;
      }
      const { event, data } = result.value;
      const drained = stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (!drained) await once(stream, 'drain', { signal: disconnected }).catch(() => {}); // disconnected: the loop ends
    }
    stream.end();
  })().catch((error) => stream.destroy(error));
}

async function sendWholeAnswer(ctx: Context, answer: AnswerStream): Promise<void> {
  const response: Record<string, unknown> = { message: '', citations: [], suggestions: [] };
  for await (const { event, data } of answer) {
    if (event === 'error') throw new DomainError('unavailable', data.code, data.message, { retryAfter: 5 });
    if (event === 'text') response.message += data.text;
    else Object.assign(response, data);
  }
  ctx.body = response;
}

const toShownExchange = ([questionId, { question, answer, rating }]: [string, Exchange]): ShownExchange => ({
  questionId,
  question,
  answer: answer?.text ?? null,
  citations: answer?.citations ?? [],
  suggestions: answer?.suggestions ?? [],
  answered: answer?.answered ?? false,
  stopped: answer?.stopped ?? false,
  rating,
});
