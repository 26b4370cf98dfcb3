import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { streams, VISITOR } from '@landline/event-schemas';
import type { Context } from 'koa';
import { answerStaff } from '../answers/console.ts';
import { staffChatBody } from '../answers/contract.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { forbidden } from '../http/errors.ts';
import { type Route, route } from '../http/route.ts';
import { isSignedUser, secretOf } from '../widget/identity.ts';
import { createVisitors, type Visitor } from '../widget/visitors.ts';
import { type Asking, ask } from './ask.ts';
import {
  askBody,
  conversationAnswer,
  conversationBody,
  doneAnswer,
  feedbackBody,
  leaveMessageBody,
  type ShownExchange,
} from './contract.ts';
import { conversation, conversationUnknown, type Exchange } from './conversation.ts';
import { conversationKeyOf, conversationOfKey, userKeyOf } from './keys.ts';
import { leftMessage } from './left-message.ts';
import { conversationOfUser } from './queries.ts';

const STAFF: readonly string[] = ['SuperAdmin', 'Admin'];

interface Claimed {
  conversationKey?: string | undefined;
  userId?: string | undefined;
  userSignature?: string | undefined;
}

/** What widgets call (spec 002 §7): each call shows a token of its client's, made for the very site that it stands on. */
export function visitorRoutes(deps: Deps): Route[] {
  const { pool, commands, secrets } = deps;
  const visitors = createVisitors(deps);

  /** The user for whom the client vouches; a name without its signature is nobody's. */
  function userOf({ widget }: Visitor, { userId, userSignature }: Claimed): Asking['user'] {
    if (userId === undefined || userSignature === undefined || widget.secretGeneration === null)
      return undefined;
    const secret = secretOf(secrets, widget.clientId, widget.secretGeneration);
    if (!isSignedUser(secret, userId, userSignature)) return undefined;
    return { user_key: userKeyOf(secrets, widget.clientId, userId), user_id: userId };
  }

  /** The conversation that its key opens, else the last one of a user for whom the client vouches. */
  async function conversationIdOf({ widget }: Visitor, { conversationKey }: Claimed, user: Asking['user']) {
    const opened = conversationKey && conversationOfKey(secrets, widget.clientId, conversationKey);
    if (opened) return opened;
    return user ? ((await conversationOfUser(pool, widget.clientId, user.user_key)) ?? undefined) : undefined;
  }

  const openedBy = ({ widget }: Visitor, key: string) => {
    const id = conversationOfKey(secrets, widget.clientId, key);
    if (id === undefined) throw conversationUnknown();
    return id;
  };

  return [
    route({
      method: 'POST',
      path: '/api/ai/chat',
      reads: ['prompts'],
      may: 'anyone',
      anyOrigin: true,
      summary: "Ask the assistant: a widget's visitor (the answer is streamed), or staff of any client",
      body: askBody.extend(staffChatBody.pick({ clientId: true, history: true }).partial().shape),
      async handle({ body, ctx, session, correlationId }) {
        if (session && STAFF.includes(session.actor.role)) {
          const { clientId = '', history = [] } = body;
          const gone = goneOf(ctx);
          await tell(ctx, answerStaff(deps, { ...body, clientId, history }, gone), gone);
          return;
        }
        const visitor = await visitors.authenticate(ctx, 'ask');
        if (body.clientId !== undefined && body.clientId !== visitor.widget.clientId) throw forbidden();
        const user = userOf(visitor, body);
        const conversationId = await conversationIdOf(visitor, body, user);
        const gone = goneOf(ctx);
        const asking = { visitor, body, conversationId, user, correlationId, signal: gone };
        await tell(ctx, ask(deps, asking), gone);
      },
    }),
    route({
      method: 'POST',
      path: '/api/ai/chat/conversation',
      may: 'anyone',
      anyOrigin: true,
      summary: 'What was said before in this conversation',
      body: conversationBody,
      response: conversationAnswer,
      async handle({ body, ctx }) {
        const visitor = await visitors.authenticate(ctx, 'other');
        const id = await conversationIdOf(visitor, body, userOf(visitor, body));
        if (id === undefined) return { conversationKey: null, exchanges: [] };
        const { state } = await commands.load(conversation, streams.conversation(id));
        const { clientId } = visitor.widget;
        if (state?.client_id !== clientId) return { conversationKey: null, exchanges: [] };
        return {
          conversationKey: conversationKeyOf(secrets, clientId, id),
          exchanges: [...state.exchanges].map(shown),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/api/ai/chat/feedback',
      may: 'anyone',
      anyOrigin: true,
      summary: 'Rate an answer, change the rating or take it back',
      body: feedbackBody,
      response: doneAnswer,
      async handle({ body, ctx, execute }) {
        const visitor = await visitors.authenticate(ctx, 'other');
        const id = openedBy(visitor, body.conversationKey);
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
    route({
      method: 'POST',
      path: '/api/ai/chat/messages',
      may: 'anyone',
      anyOrigin: true,
      summary: "Leave a message for the client's people",
      body: leaveMessageBody,
      response: doneAnswer,
      async handle({ body, ctx, execute }) {
        const visitor = await visitors.authenticate(ctx, 'other');
        const { clientId } = visitor.widget;
        const opened = body.conversationKey && conversationOfKey(secrets, clientId, body.conversationKey);
        // One visitor's id never meets another client's stream.
        await execute(leftMessage, {
          stream: streams.leftMessage(`${clientId}-${body.messageId}`),
          actor: VISITOR,
          command: {
            type: 'leave',
            message_id: `${clientId}-${body.messageId}`,
            client_id: clientId,
            conversation_id: opened || null,
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

/** Aborted when nobody reads the answer any more. */
function goneOf(ctx: Context): AbortSignal {
  const gone = new AbortController();
  ctx.res.once('close', () => gone.abort());
  return gone.signal;
}

/** What is told as an answer is written: a widget's visitor, or staff. */
type Answering = ReturnType<typeof ask> | ReturnType<typeof answerStaff>;

/** As server-sent events for who can read them, as they come; else all at once, as staff get it. */
async function tell(ctx: Context, answer: Answering, gone: AbortSignal): Promise<void> {
  if (!ctx.get('Accept').includes('text/event-stream')) return tellAtOnce(ctx, answer);
  // What refuses the question is answered as a refusal, not as a stream.
  const first = await answer.next();
  const stream = new PassThrough();
  ctx.type = 'text/event-stream';
  ctx.set('Cache-Control', 'no-store, no-transform');
  ctx.set('X-Accel-Buffering', 'no');
  ctx.compress = false;
  ctx.body = stream;
  void (async () => {
    for (let each = first; !each.done; each = await answer.next()) {
      if (gone.aborted) {
        await answer.return(undefined);
        break;
      }
      const { event, data } = each.value;
      const drained = stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (!drained) await once(stream, 'drain', { signal: gone }).catch(() => {});
    }
    stream.end();
  })().catch((error) => stream.destroy(error));
}

async function tellAtOnce(ctx: Context, answer: Answering): Promise<void> {
  const whole: Record<string, unknown> = { message: '', citations: [] };
  for await (const { event, data } of answer) {
    if (event === 'error') throw new DomainError('unavailable', data.code, data.message, { retryAfter: 5 });
    if (event === 'text') whole.message += data.text;
    else Object.assign(whole, data);
  }
  ctx.body = whole;
}

const shown = ([questionId, { question, answer, rating }]: [string, Exchange]): ShownExchange => ({
  questionId,
  question,
  answer: answer?.text ?? null,
  citations: answer?.citations ?? [],
  answered: answer?.answered ?? false,
  stopped: answer?.stopped ?? false,
  rating,
});
